// SPDX-License-Identifier: Apache-2.0
package io.weir.world;

import io.weir.CellKey;
import io.weir.cell.Cell;
import io.weir.cell.SubjectTable;
import io.weir.ledger.Ledger;
import io.weir.ledger.SubjectDigest;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** What the ledger says of cells, known here or not: a compact table that outlives subjects and their eviction. */
public final class ForeignSums implements SubjectTable.Imports {
  /*
   * Open addressing over rows of seven longs: digest (2), sequence, regional, foreign, expiry, workspace; an expiry of 0
   * marks a free row. Rows are never removed one by one: a stripe that fills up is rebuilt without its expired rows.
   * Striped, since checks look here when they create a subject or a window, while the puller writes. Digests spread evenly
   * over stripes, so each stripe has its share of the table's room and of each workspace's.
   */

  private static final int STRIPES = 16;

  /** A full stripe looks for expired rows this often, rather than for every sum that it must drop. */
  private static final long REBUILD_MILLIS = 10_000;

  private static final int ROW = 7;
  private static final int SEQUENCE = 2;
  private static final int REGIONAL = 3;
  private static final int FOREIGN = 4;
  private static final int EXPIRY = 5;
  private static final int WORKSPACE = 6;

  private static final class Stripe {
    private long[] rows = new long[ROW * 16];
    private int used;

    /** Rows by workspace. Two workspaces with the same number would share a budget, and nothing else. */
    private final Map<Long, Integer> perWorkspace = new HashMap<>();

    private long rebuiltAt = Long.MIN_VALUE;
  }

  /** What became of sums that were put into the table. */
  enum Put {
    NEW,
    RAISED,
    DROPPED
  }

  private final Stripe[] stripes = new Stripe[STRIPES];
  private final int maxPerStripe;
  private final int maxPerWorkspace;
  private final AtomicInteger size = new AtomicInteger();

  /** An empty table of at most this many cells, and at most so many of one workspace. */
  public ForeignSums(int maxSums, int workspaceBudget) {
    maxPerStripe = Math.max(1, maxSums / STRIPES);
    maxPerWorkspace = Math.max(1, workspaceBudget / STRIPES);
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Stripe();
    }
  }

  /** Raises the sums of a cell. When full, sums of a cell that is not in the table are dropped. */
  Put put(Ledger.Sums sums, long epochMillis) {
    SubjectDigest digest = SubjectDigest.of(sums.cell().subject());
    Stripe stripe = stripes[stripeOf(digest)];
    synchronized (stripe) {
      int row = find(stripe.rows, digest, sums.cell().sequence());
      boolean isNew = stripe.rows[row + EXPIRY] == 0;
      if (isNew) {
        long workspace = workspaceOf(sums.cell());
        if (isCrowded(stripe)
            || (isFull(stripe, workspace) && epochMillis - REBUILD_MILLIS >= stripe.rebuiltAt)) {
          rebuild(stripe, epochMillis);
          row = find(stripe.rows, digest, sums.cell().sequence());
        }
        if (isFull(stripe, workspace)) {
          return Put.DROPPED;
        }
        occupy(stripe, row, digest, sums.cell());
      }
      stripe.rows[row + REGIONAL] = Math.max(stripe.rows[row + REGIONAL], sums.regional());
      stripe.rows[row + FOREIGN] = Math.max(stripe.rows[row + FOREIGN], sums.foreign());
      return isNew ? Put.NEW : Put.RAISED;
    }
  }

  @Override
  public boolean keep(Cell cell, long epochMillis) {
    Ledger.Sums known = new Ledger.Sums(cell.key(), cell.regional(), cell.foreign());
    return cell.count() == 0 || put(known, epochMillis) != Put.DROPPED;
  }

  /** Forgets everything: what the sums mean has changed. */
  void clear() {
    for (Stripe stripe : stripes) {
      synchronized (stripe) {
        size.addAndGet(-stripe.used);
        stripe.rows = new long[ROW * 16];
        stripe.used = 0;
        stripe.perWorkspace.clear();
      }
    }
  }

  private boolean isFull(Stripe stripe, long workspace) {
    return stripe.used >= maxPerStripe
        || stripe.perWorkspace.getOrDefault(workspace, 0) >= maxPerWorkspace;
  }

  private static long workspaceOf(CellKey cell) {
    return cell.subject().workspace().hashCode();
  }

  /** More than two thirds in use: probes would get long. */
  private static boolean isCrowded(Stripe stripe) {
    return (stripe.used + 1L) * ROW * 3 > stripe.rows.length * 2L;
  }

  private void occupy(Stripe stripe, int row, SubjectDigest digest, CellKey cell) {
    stripe.rows[row] = digest.high();
    stripe.rows[row + 1] = digest.low();
    stripe.rows[row + SEQUENCE] = cell.sequence();
    stripe.rows[row + EXPIRY] = cell.expiresAtMillis();
    stripe.rows[row + WORKSPACE] = workspaceOf(cell);
    stripe.perWorkspace.merge(workspaceOf(cell), 1, Integer::sum);
    stripe.used++;
    size.incrementAndGet();
  }

  @Override
  public boolean has(CellKey cell) {
    SubjectDigest digest = SubjectDigest.of(cell.subject());
    Stripe stripe = stripes[stripeOf(digest)];
    synchronized (stripe) {
      return stripe.rows[find(stripe.rows, digest, cell.sequence()) + EXPIRY] != 0;
    }
  }

  /** How much of this region's row of a cell the ledger is known to hold. */
  long regional(CellKey cell) {
    SubjectDigest digest = SubjectDigest.of(cell.subject());
    Stripe stripe = stripes[stripeOf(digest)];
    synchronized (stripe) {
      return stripe.rows[find(stripe.rows, digest, cell.sequence()) + REGIONAL];
    }
  }

  /** What other regions are known to have in a cell. */
  long foreign(CellKey cell) {
    SubjectDigest digest = SubjectDigest.of(cell.subject());
    Stripe stripe = stripes[stripeOf(digest)];
    synchronized (stripe) {
      return stripe.rows[find(stripe.rows, digest, cell.sequence()) + FOREIGN];
    }
  }

  @Override
  public void mergeInto(Cell cell) {
    CellKey key = cell.key();
    SubjectDigest digest = SubjectDigest.of(key.subject());
    Stripe stripe = stripes[stripeOf(digest)];
    long regional;
    long foreign;
    synchronized (stripe) {
      int row = find(stripe.rows, digest, key.sequence());
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

  /** Leaves out what has expired, and makes some room. */
  private void rebuild(Stripe stripe, long epochMillis) {
    long[] old = stripe.rows;
    int live = 0;
    for (int row = 0; row < old.length; row += ROW) {
      live += old[row + EXPIRY] > epochMillis ? 1 : 0;
    }
    long[] fresh = new long[ROW * (16 + 2 * live)];
    stripe.perWorkspace.clear();
    for (int row = 0; row < old.length; row += ROW) {
      if (old[row + EXPIRY] > epochMillis) {
        int target = find(fresh, new SubjectDigest(old[row], old[row + 1]), old[row + SEQUENCE]);
        System.arraycopy(old, row, fresh, target, ROW);
        stripe.perWorkspace.merge(old[row + WORKSPACE], 1, Integer::sum);
      }
    }
    size.addAndGet(live - stripe.used);
    stripe.rows = fresh;
    stripe.used = live;
    stripe.rebuiltAt = epochMillis;
  }

  /** How many cells are in the table, expired ones included until their stripe is rebuilt. */
  public int size() {
    return size.get();
  }
}
