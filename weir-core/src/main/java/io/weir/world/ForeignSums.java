// SPDX-License-Identifier: Apache-2.0
package io.weir.world;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.cell.Cell;
import io.weir.cell.Imports;
import io.weir.ledger.Ledger;
import io.weir.ledger.SubjectDigest;
import io.weir.memory.HeaviestFinder;
import io.weir.window.Window;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * A compact table of the sums read from the ledger, for cells known here or not. It outlives subjects and their
 * eviction.
 */
public final class ForeignSums implements Imports {
  /*
   * Open addressing over rows of seven longs: digest (2), sequence, regional, foreign, expiry, workspace. An expiry of
   * 0 marks a free row. Rows are never removed one by one: a stripe that fills up is rebuilt without its expired rows.
   * The table is striped because checks read it when they create a subject or a window, while the puller writes.
   * Digests spread evenly over stripes, so each stripe has its share of the table's room, and of each workspace's
   * sums.
   *
   * A full stripe evicts sums of the workspace that has most there. A workspace that itself has the most, or nearly,
   * only gets room for sums that are larger than its smallest ones. The limits are not known here, but a flood of
   * identifiers that were never seen before has sums of a single check each, and must not displace identifiers that
   * really spend.
   */

  private static final int STRIPES = 16;

  /** A full stripe looks for expired rows this often instead of for every sum that it must drop. */
  private static final long REBUILD_MILLIS = 10_000;

  /**
   * The fraction of a workspace's sums, as a divisor, that is evicted at once, because each eviction rebuilds the
   * stripe. A workspace that has less than the largest one by that much evicts from it, so no workspace is kept below
   * an equal share less a sixteenth.
   */
  private static final int EVICTION_DIVISOR = 8;

  private static final int ROW = 7;
  private static final int SEQUENCE = 2;
  private static final int REGIONAL = 3;
  private static final int FOREIGN = 4;
  private static final int EXPIRY = 5;
  private static final int WORKSPACE = 6;

  private final class Stripe {
    private long[] rows = new long[ROW * 16];
    private int used;

    /** By hash of the workspace. Two workspaces with the same hash would share their room, and nothing else. */
    private final Map<Long, StripeUsage> tenants = new HashMap<>();

    private final HeaviestFinder<StripeUsage> heaviestFinder = new HeaviestFinder<>(
        tenants::values, stripeUsage -> (double) stripeUsage.rows / maxPerStripe);

    private long rebuiltAt = Long.MIN_VALUE;
  }

  /** What one workspace uses in a stripe. */
  private static final class StripeUsage {
    private final long workspace;
    private int rows;

    /** Sums up to this size no longer fit, as of the last time that all of them were examined. */
    private long lowest;

    private StripeUsage(long workspace) {
      this.workspace = workspace;
    }
  }

  /** The outcome of a put. */
  enum PutResult {
    NEW,
    RAISED,
    DROPPED
  }

  private final Stripe[] stripes = new Stripe[STRIPES];
  private final int maxPerStripe;
  private final AtomicInteger size = new AtomicInteger();
  private final AtomicInteger evicted = new AtomicInteger();

  /** An empty table of at most this many cells. */
  public ForeignSums(int maxSums) {
    maxPerStripe = Math.max(1, maxSums / STRIPES);
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Stripe();
    }
  }

  /** Raises the sums of a cell. When the table is full, new sums are dropped unless others can be evicted for them. */
  PutResult put(Ledger.CellSums cellSums, long epochMillis) {
    SubjectDigest digest = SubjectDigest.of(cellSums.cell().subject());
    Stripe stripe = stripes[stripeOf(digest)];
    synchronized (stripe) {
      int row = find(stripe.rows, digest, cellSums.cell().sequence());
      boolean isNew = stripe.rows[row + EXPIRY] == 0;
      if (isNew) {
        if (isCrowded(stripe)
            || (isFull(stripe) && epochMillis - REBUILD_MILLIS >= stripe.rebuiltAt)) {
          rebuild(stripe, epochMillis);
        }
        if (isFull(stripe) && !makeRoom(stripe, cellSums)) {
          return PutResult.DROPPED;
        }
        row = find(stripe.rows, digest, cellSums.cell().sequence());
        occupy(stripe, row, digest, cellSums.cell());
      }
      stripe.rows[row + REGIONAL] = Math.max(stripe.rows[row + REGIONAL], cellSums.regional());
      stripe.rows[row + FOREIGN] = Math.max(stripe.rows[row + FOREIGN], cellSums.foreign());
      return isNew ? PutResult.NEW : PutResult.RAISED;
    }
  }

  @Override
  public boolean keep(Cell cell, long epochMillis) {
    Ledger.CellSums known = new Ledger.CellSums(cell.key(), cell.regional(), cell.foreign());
    return cell.count() == 0 || put(known, epochMillis) != PutResult.DROPPED;
  }

  /** Removes everything, because the meaning of the sums has changed. */
  void clear() {
    for (Stripe stripe : stripes) {
      synchronized (stripe) {
        size.addAndGet(-stripe.used);
        stripe.rows = new long[ROW * 16];
        stripe.used = 0;
        recount(stripe);
      }
    }
  }

  private static long weight(long regional, long foreign) {
    return Window.plus(regional, foreign);
  }

  /**
   * Evicts some sums of the workspace that has most. If that is the sum's own workspace, only smaller ones. False if
   * there are none.
   */
  private boolean makeRoom(Stripe stripe, Ledger.CellSums cellSums) {
    StripeUsage own = stripe.tenants.get(workspaceOf(cellSums.cell()));
    StripeUsage most = stripe.heaviestFinder.find(own);
    int rows = own == null ? 0 : own.rows;
    if (most != null
        && rows + 1 < most.rows
        && EVICTION_DIVISOR * rows < (EVICTION_DIVISOR - 1) * most.rows) {
      return removeSmallest(stripe, most, Long.MAX_VALUE); // regardless of their size
    }
    long weight = weight(cellSums.regional(), cellSums.foreign());
    if (own == null || weight <= own.lowest) {
      return false;
    }
    boolean isRemoved = removeSmallest(stripe, own, weight - 1);
    if (!isRemoved) {
      own.lowest = weight;
    }
    return isRemoved;
  }

  /** Evicts some of the smallest sums of a workspace, each of at most this size. False if there are none. */
  private boolean removeSmallest(Stripe stripe, StripeUsage stripeUsage, long heaviest) {
    long[] weights = weights(stripe, stripeUsage.workspace);
    Arrays.sort(weights);
    if (weights.length == 0 || weights[0] > heaviest) {
      return false;
    }
    int leaving = Math.max(1, weights.length / EVICTION_DIVISOR);
    long most = Math.min(weights[leaving - 1], heaviest);
    int[] left = {leaving};
    int before = stripe.used;
    retain(
        stripe,
        row -> stripe.rows[row + WORKSPACE] != stripeUsage.workspace
            || weight(stripe.rows[row + REGIONAL], stripe.rows[row + FOREIGN]) > most
            || left[0]-- <= 0);
    evicted.addAndGet(before - stripe.used);
    stripeUsage.lowest = 0; // sums that are added now may be smaller
    return true;
  }

  private static long[] weights(Stripe stripe, long workspace) {
    long[] rows = stripe.rows;
    return IntStream.range(0, rows.length / ROW)
        .map(slot -> slot * ROW)
        .filter(row -> rows[row + EXPIRY] != 0 && rows[row + WORKSPACE] == workspace)
        .mapToLong(row -> weight(rows[row + REGIONAL], rows[row + FOREIGN]))
        .toArray();
  }

  /** Returns how many sums were evicted since the last call. */
  int takeEvictedCount() {
    return evicted.getAndSet(0);
  }

  private boolean isFull(Stripe stripe) {
    return stripe.used >= maxPerStripe;
  }

  private static long workspaceOf(CellKey cell) {
    return cell.subject().workspace().hashCode();
  }

  /** Whether more than two thirds of the rows are in use, which would make probe sequences long. */
  private static boolean isCrowded(Stripe stripe) {
    return (stripe.used + 1L) * ROW * 3 > stripe.rows.length * 2L;
  }

  private void occupy(Stripe stripe, int row, SubjectDigest digest, CellKey cell) {
    stripe.rows[row] = digest.high();
    stripe.rows[row + 1] = digest.low();
    stripe.rows[row + SEQUENCE] = cell.sequence();
    stripe.rows[row + EXPIRY] = cell.expiresAtMillis();
    stripe.rows[row + WORKSPACE] = workspaceOf(cell);
    tenant(stripe, workspaceOf(cell)).rows++;
    stripe.used++;
    size.incrementAndGet();
  }

  private boolean has(SubjectDigest digest, long sequence) {
    Stripe stripe = stripes[stripeOf(digest)];
    synchronized (stripe) {
      return stripe.rows[find(stripe.rows, digest, sequence) + EXPIRY] != 0;
    }
  }

  /** How much of this region's count of a cell the ledger is known to hold. */
  long regional(CellKey cell) {
    SubjectDigest digest = SubjectDigest.of(cell.subject());
    Stripe stripe = stripes[stripeOf(digest)];
    synchronized (stripe) {
      return stripe.rows[find(stripe.rows, digest, cell.sequence()) + REGIONAL];
    }
  }

  /** What other regions are known to have admitted into a cell. */
  long foreign(CellKey cell) {
    SubjectDigest digest = SubjectDigest.of(cell.subject());
    Stripe stripe = stripes[stripeOf(digest)];
    synchronized (stripe) {
      return stripe.rows[find(stripe.rows, digest, cell.sequence()) + FOREIGN];
    }
  }

  @Override
  public void mergeInto(Cell cell) {
    merge(SubjectDigest.of(cell.key().subject()), cell);
  }

  @Override
  public boolean mergeInto(Cell cell, CellKey before) {
    SubjectKey subject = cell.key().subject();
    SubjectDigest digest = SubjectDigest.of(subject);
    merge(digest, cell);
    // Computing a digest is the most expensive part. Two different digests are needed only around a
    // reset.
    boolean isSame = before.subject().epoch() == subject.epoch();
    return has(isSame ? digest : SubjectDigest.of(before.subject()), before.sequence());
  }

  private void merge(SubjectDigest digest, Cell cell) {
    Stripe stripe = stripes[stripeOf(digest)];
    long regional;
    long foreign;
    synchronized (stripe) {
      int row = find(stripe.rows, digest, cell.sequence());
      regional = stripe.rows[row + REGIONAL];
      foreign = stripe.rows[row + FOREIGN];
    }
    cell.raiseRegional(regional);
    cell.raiseForeign(foreign);
  }

  private static int stripeOf(SubjectDigest digest) {
    return (int) digest.low() & STRIPES - 1;
  }

  /** The row of this cell, or the free row where it belongs. A stripe is never full, so there is always one. */
  private static int find(long[] rows, SubjectDigest digest, long sequence) {
    int capacity = rows.length / ROW;
    int slot = Math.floorMod(digest.high() + sequence, capacity);
    while (true) {
      int row = slot * ROW;
      boolean same = rows[row] == digest.high()
          && rows[row + 1] == digest.low()
          && rows[row + SEQUENCE] == sequence;
      if (same || rows[row + EXPIRY] == 0) {
        return row;
      }
      slot = slot + 1 == capacity ? 0 : slot + 1;
    }
  }

  /** Rebuilds the stripe without expired rows, and makes some room. */
  private void rebuild(Stripe stripe, long epochMillis) {
    retain(stripe, row -> stripe.rows[row + EXPIRY] > epochMillis);
    stripe.tenants.values().forEach(stripeUsage -> stripeUsage.lowest = 0);
    stripe.rebuiltAt = epochMillis;
  }

  private void retain(Stripe stripe, IntPredicate isRetained) {
    long[] old = stripe.rows;
    BitSet retained = new BitSet();
    for (int row = 0; row < old.length; row += ROW) {
      retained.set(row, old[row + EXPIRY] != 0 && isRetained.test(row));
    }
    long[] fresh = new long[ROW * (16 + 2 * retained.cardinality())];
    for (int row = retained.nextSetBit(0); row >= 0; row = retained.nextSetBit(row + 1)) {
      int target = find(fresh, new SubjectDigest(old[row], old[row + 1]), old[row + SEQUENCE]);
      System.arraycopy(old, row, fresh, target, ROW);
    }
    size.addAndGet(retained.cardinality() - stripe.used);
    stripe.rows = fresh;
    stripe.used = retained.cardinality();
    recount(stripe);
  }

  private static StripeUsage tenant(Stripe stripe, long workspace) {
    return stripe.tenants.computeIfAbsent(workspace, StripeUsage::new);
  }

  private static void recount(Stripe stripe) {
    stripe.tenants.values().forEach(stripeUsage -> stripeUsage.rows = 0);
    for (int row = 0; row < stripe.rows.length; row += ROW) {
      if (stripe.rows[row + EXPIRY] != 0) {
        tenant(stripe, stripe.rows[row + WORKSPACE]).rows++;
      }
    }
    stripe.tenants.values().removeIf(stripeUsage -> stripeUsage.rows == 0);
  }

  /** The number of cells in the table. Expired ones count until their stripe is rebuilt. */
  public int size() {
    return size.get();
  }

  /** The memory that the table uses. */
  public long bytes() {
    long longs = 0;
    for (Stripe stripe : stripes) {
      synchronized (stripe) {
        longs += stripe.rows.length;
      }
    }
    return Long.BYTES * longs;
  }
}
