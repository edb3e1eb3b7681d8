// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.local;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.mysql.local.CountWriter.Entry;
import io.weir.mysql.local.StoreConnection.Statements;
import io.weir.mysql.reset.DatabaseResets;
import io.weir.mysql.reset.ResetTable;
import io.weir.origin.Origin;
import io.weir.origin.OriginUnavailable;
import io.weir.reset.Resets;
import io.weir.sql.call.DatabaseExecutor;
import io.weir.sql.dialect.Dialect;
import io.weir.sql.dialect.Schema;
import io.weir.sql.file.LocalDatabase;
import io.weir.sql.file.LocalFileException;
import io.weir.time.EpochClock;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The counts of a process that runs alone, in a SQLite file: its origin in place of a Redis. Counts survive the end of the
 * process, however it ends, as far as they were published. Needs {@code org.xerial:sqlite-jdbc} on the class path.
 */
public final class LocalStore implements Origin {
  /** The tables of the counts, as they are called in {@link LocalDatabase#ensure}. */
  public static final String OWNER = "counts";

  /** How the tables are made. */
  public static final Schema.Plan PLAN =
      new Schema.Plan(OWNER, LocalStore.class, List.of("0001-counts", "0002-resets"));

  private static final DatabaseExecutor.Owner CALLS_OWNER =
      new DatabaseExecutor.Owner("store", OriginUnavailable.class, OriginUnavailable::new);

  /** Publications come in batches, one after the other. */
  private static final int WRITES_WAITING = 1_024;

  /** Each first check of an identifier that the file may know is a call. */
  private static final int READS_WAITING = 65_536;

  /** How long closing may wait for a call under way: a bound, not a wait. */
  private static final long CLOSE_MILLIS = 5_000;

  private final LocalDatabase database;
  private final boolean ownsDatabase;
  private final EpochClock clock;
  private final DatabaseExecutor writing =
      DatabaseExecutor.singleThread(CALLS_OWNER, "write", WRITES_WAITING);
  private final DatabaseExecutor reading =
      DatabaseExecutor.singleThread(CALLS_OWNER, "read", READS_WAITING);
  private final StoreConnection writes;
  private final StoreConnection reads;
  private final Inventory inventory;
  private final Upkeep upkeep;
  private final Heartbeats heartbeats;
  private final Resets resets = new DatabaseResets(new ResetCalls());
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Why the last write failed, if it did. Written by the writing thread, read by heartbeats. */
  private volatile @Nullable String trouble;

  private LocalStore(LocalDatabase database, boolean ownsDatabase, LocalStoreOptions options) {
    this.database = database;
    this.ownsDatabase = ownsDatabase;
    this.clock = options.clock();
    this.heartbeats = new Heartbeats(database.identity());
    this.writes = new StoreConnection(database);
    this.reads = new StoreConnection(database);
    this.inventory = new Inventory(new Budgets(options.cellsPerWorkspace()));
    this.upkeep = new Upkeep(writes, inventory, writing, clock);
  }

  /**
   * Opens the store in a folder of this process alone, which is made if it is missing.
   *
   * @throws LocalFileException if the file in it can't be used, say because another process has it or because it is damaged
   */
  public static LocalStore open(Path folder) {
    return open(folder, LocalStoreOptions.defaults());
  }

  /** The same with options. */
  public static LocalStore open(Path folder, LocalStoreOptions options) {
    LocalDatabase database = LocalDatabase.open(folder);
    boolean opened = false;
    try {
      LocalStore store = in(database, true, options);
      opened = true;
      return store;
    } finally {
      if (!opened) {
        database.close();
      }
    }
  }

  /** In a database that others use too, and that closing leaves open. */
  public static LocalStore in(LocalDatabase database, LocalStoreOptions options) {
    return in(database, false, options);
  }

  private static LocalStore in(
      LocalDatabase database, boolean ownsDatabase, LocalStoreOptions options) {
    database.ensure(OWNER, PLAN);
    LocalStore store = new LocalStore(database, ownsDatabase, options);
    store.upkeep.begin();
    return store;
  }

  /** No other process writes here: what was read or published once needs no refresh. */
  @Override
  public boolean isExclusive() {
    return true;
  }

  /** At once, on the caller's thread, if none of the cells is in the file. */
  @Override
  public CompletionStage<List<Long>> read(List<Query> queries) {
    List<CellDigest> cells = digests(queries.stream().map(Query::cell).toList());
    if (cells.stream().allMatch(inventory::isAbsent)) {
      return closed.get()
          ? CompletableFuture.failedFuture(new OriginUnavailable("the store is closed"))
          : CompletableFuture.completedFuture(Collections.nCopies(cells.size(), 0L));
    }
    List<Query> copy = List.copyOf(queries);
    return reading.call(() -> reads.use(statements -> sums(statements, copy, cells)));
  }

  /** Of the two cells that are mostly asked for together, the subject is the same. */
  private static List<CellDigest> digests(List<CellKey> keys) {
    List<CellDigest> digests = new ArrayList<>(keys.size());
    @Nullable SubjectKey last = null;
    for (CellKey key : keys) {
      CellDigest before = digests.isEmpty() ? null : digests.get(digests.size() - 1);
      digests.add(
          before != null && key.subject().equals(last)
              ? new CellDigest(before.high(), before.low(), key.sequence())
              : CellDigest.of(key));
      last = key.subject();
    }
    return digests;
  }

  private List<Long> sums(Statements statements, List<Query> queries, List<CellDigest> cells)
      throws SQLException {
    long now = clock.epochMillis();
    List<Long> sums = new ArrayList<>(queries.size());
    for (int i = 0; i < queries.size(); i++) {
      CellDigest cell = cells.get(i);
      long sum = 0;
      if (!inventory.isAbsent(cell)) {
        try (ResultSet rows =
            statements.of("cell", cell.bytes(), cell.sequence()).executeQuery()) {
          while (rows.next()) {
            boolean counts = !queries.get(i).field().equals(rows.getString(1))
                && rows.getLong(3) > now
                && CellKey.isPlausible(rows.getLong(2));
            sum += counts ? rows.getLong(2) : 0;
          }
        }
      }
      sums.add(sum);
    }
    return sums;
  }

  @Override
  public CompletionStage<List<Receipt>> publish(List<Publication> publications) {
    List<CellDigest> cells =
        digests(publications.stream().map(Publication::cell).toList());
    List<Entry> entries = new ArrayList<>(publications.size());
    for (int i = 0; i < publications.size(); i++) {
      entries.add(new Entry(i, publications.get(i), cells.get(i)));
    }
    entries.sort(Entry.KEY_ORDER);
    return writing.call(() -> watched(() -> write(entries)));
  }

  private List<Receipt> write(List<Entry> entries) {
    CountWriter writer = new CountWriter(inventory, clock.epochMillis(), entries.size());
    List<Receipt> receipts = writes.change(statements -> writer.write(statements, entries));
    writer.committed();
    return receipts;
  }

  private interface Attempt<T> {
    T make();
  }

  /** Remembers whether writing works. */
  private <T> T watched(Attempt<T> attempt) {
    try {
      T result = attempt.make();
      trouble = null;
      return result;
    } catch (OriginUnavailable e) {
      trouble = e.getMessage();
      throw e;
    }
  }

  /** Who lives is known in memory. While writing fails, tries to write, so that the store counts as away until it works. */
  @Override
  public CompletionStage<Pulse> beat(Heartbeat heartbeat) {
    if (closed.get()) {
      return CompletableFuture.failedFuture(new OriginUnavailable("the store is closed"));
    }
    upkeep.begin();
    Pulse pulse = heartbeats.beat(heartbeat, clock.epochMillis());
    return trouble == null
        ? CompletableFuture.completedFuture(pulse)
        : writing.call(() -> watched(() -> probe(pulse)));
  }

  private Pulse probe(Pulse pulse) {
    try {
      database.probe();
      return pulse;
    } catch (SQLException e) {
      throw new OriginUnavailable(database.sentence(e));
    }
  }

  @Override
  public Resets resets() {
    return resets;
  }

  private final class ResetCalls implements DatabaseResets.Calls {
    private final ResetTable table = new ResetTable(Dialect.SQLITE);

    @Override
    public <T> CompletableFuture<T> change(DatabaseResets.Work<T> work) {
      return writing.call(() ->
          watched(() -> writes.change(statements -> work.on(statements.connection(), table))));
    }

    @Override
    public <T> CompletableFuture<T> read(DatabaseResets.Work<T> work) {
      return reading.call(() -> reads.use(statements -> work.on(statements.connection(), table)));
    }
  }

  /** How many new cells were not stored since the start, because their workspaces had as many as they may have. */
  public long withheldCells() {
    return inventory.budgets().withheld();
  }

  /** Whether the file was read once since it was opened: from then on, new identifiers need no look into it. */
  public boolean isInventoryLoaded() {
    return inventory.isLoaded();
  }

  /** Ends the connections. Calls that were not answered yet, or come later, fail. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      writing.close();
      reading.close();
      writing.awaitEnd(CLOSE_MILLIS);
      reading.awaitEnd(CLOSE_MILLIS);
      writes.close();
      reads.close();
      if (ownsDatabase) {
        database.close();
      }
    }
  }
}
