// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What the stores told of a cell. Counts only grow, so answers may come late, twice and on any thread. A base class and
 * not a field, because every object costs memory, and cells are many.
 */
abstract sealed class Heard permits Cell {
  private static final VarHandle SIBLINGS;
  private static final VarHandle FOREIGN;
  private static final VarHandle ACKNOWLEDGED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      SIBLINGS = lookup.findVarHandle(Heard.class, "siblings", long.class);
      FOREIGN = lookup.findVarHandle(Heard.class, "foreign", long.class);
      ACKNOWLEDGED = lookup.findVarHandle(Heard.class, "acknowledged", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile long siblings;
  private volatile long foreign;
  private volatile long acknowledged;
  private volatile boolean settled;
  private volatile boolean first;

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

  /** Whether the siblings' count is final, so that reading it again is of no use. */
  public boolean isSettled() {
    return settled;
  }

  /** Says that the siblings' count was read late enough to be final. */
  public void settle() {
    settled = true;
  }

  /** Whether it is known for good that nobody spent anything in the window before. */
  public boolean isFirst() {
    return first;
  }

  /** Says that the window before was read late enough, and held nothing. */
  public void beFirst() {
    first = true;
  }
}
