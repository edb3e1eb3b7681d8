// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A cell's counts that were imported from the stores. Counts only grow, so answers may arrive late, twice and on any
 * thread. A base class instead of a field, because there are many cells and every object costs memory.
 */
abstract sealed class ImportedCounts permits Cell {
  private static final VarHandle SIBLINGS;
  private static final VarHandle FOREIGN;
  private static final VarHandle ACKNOWLEDGED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      SIBLINGS = lookup.findVarHandle(ImportedCounts.class, "siblings", long.class);
      FOREIGN = lookup.findVarHandle(ImportedCounts.class, "foreign", long.class);
      ACKNOWLEDGED = lookup.findVarHandle(ImportedCounts.class, "acknowledged", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile long siblings;
  private volatile long foreign;
  private volatile long acknowledged;

  /**
   * How often the delay after which the previous window was first read has been doubled for the next read; 0: unread.
   */
  private volatile byte settled;

  /** What the other processes of the region admitted, as last imported. */
  public long siblings() {
    return siblings;
  }

  /** What other regions published, as last imported. */
  public long foreign() {
    return foreign;
  }

  /** How much of own the origin is known to hold. */
  public long acknowledged() {
    return acknowledged;
  }

  /** Raises the siblings' count to at least this. */
  public void raiseSiblings(long count) {
    raise(SIBLINGS, count);
  }

  /** Raises the foreign count to at least this. */
  public void raiseForeign(long count) {
    raise(FOREIGN, count);
  }

  /** Records that the origin holds at least this much of own. */
  public void acknowledge(long count) {
    raise(ACKNOWLEDGED, count);
  }

  /** Records that the origin may have lost everything. */
  public void unacknowledge() {
    acknowledged = 0;
  }

  private void raise(VarHandle which, long count) {
    long seen = (long) which.getVolatile(this);
    while (seen < count && !which.weakCompareAndSet(this, seen, count)) {
      seen = (long) which.getVolatile(this);
    }
  }

  /**
   * Whether the previous window was read so late that reading it again is not useful yet.
   *
   * @param elapsedMillis how long ago it ended
   * @param lagMillis how long after the end processes usually still publish
   */
  public boolean isSettled(long elapsedMillis, long lagMillis) {
    int times = settled;
    return times > 0 && elapsedMillis < lagMillis << times;
  }

  /**
   * Records that the previous window was read this long after its end. It is read again after at most twice that time.
   */
  public void settle(long elapsedMillis, long lagMillis) {
    int times = 1;
    while (elapsedMillis >= lagMillis << times) {
      times++;
    }
    settled = (byte) times;
  }
}
