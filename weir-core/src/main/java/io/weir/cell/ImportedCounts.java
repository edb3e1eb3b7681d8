// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What the stores told of a cell. Counts only grow, so answers may come late, twice and on any thread. A base class and
 * not a field, because every object costs memory, and cells are many.
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

  /** How often the time after which the window before was first read is doubled until it is read again; 0: unread. */
  private volatile byte settled;

  /** What the other processes of the region admitted, as last heard. */
  public long siblings() {
    return siblings;
  }

  /** What other regions published, as last heard. */
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

  /** Learns that the origin holds at least this much of own. */
  public void acknowledge(long count) {
    raise(ACKNOWLEDGED, count);
  }

  /** Learns that the origin may hold nothing any more. */
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
   * Whether the window before was read so late that reading it again is of no use yet.
   *
   * @param elapsedMillis how long ago it ended
   * @param lagMillis how long after its end everybody has told as a rule
   */
  public boolean isSettled(long elapsedMillis, long lagMillis) {
    int times = settled;
    return times > 0 && elapsedMillis < lagMillis << times;
  }

  /** The window before was read so long after its end. It will be again when twice that has passed, or less. */
  public void settle(long elapsedMillis, long lagMillis) {
    int times = 1;
    while (elapsedMillis >= lagMillis << times) {
      times++;
    }
    settled = (byte) times;
  }
}
