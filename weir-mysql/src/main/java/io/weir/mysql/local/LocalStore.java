// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.local;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.mysql.local.CountWriter.PublicationEntry;
import io.weir.mysql.local.StoreConnection.StoreStatements;
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
 * The origin of a process that runs alone, in place of a Redis: its counts, in a SQLite file. Published counts
 * survive the end of the process, however it ends. Requires {@code org.xerial:sqlite-jdbc} on the class path.
 */
public final class LocalStore implements Origin {
  /** The name of the counts' tables in {@link LocalDatabase#ensure}. */
  public static final String OWNER = "counts";

  /** How the tables are created. */
  public static final Schema.SchemaPlan PLAN =
      new Schema.SchemaPlan(OWNER, LocalStore.class, List.of("0001-counts", "0002-resets"));

  private static final DatabaseExecutor.Owner CALLS_OWNER =
      new DatabaseExecutor.Owner("store", OriginUnavailable.class, OriginUnavailable::new);

  /** Publications arrive in batches, one after the other. */
  private static final int MAX_WAITING_WRITES = 1_024;

  /** Each first check of an identifier that may be in the file is a call. */
  private static final int MAX_WAITING_READS = 65_536;

  /** How long closing waits for a running call, at most. */
  private static final long CLOSE_MILLIS = 5_000;

  private final LocalDatabase database;
  private final boolean ownsDatabase;
  private final EpochClock clock;
  private final DatabaseExecutor writeQueue =
      DatabaseExecutor.singleThread(CALLS_OWNER, "write", MAX_WAITING_WRITES);
  private final DatabaseExecutor readQueue =
      DatabaseExecutor.singleThread(CALLS_OWNER, "read", MAX_WAITING_READS);
  private final StoreConnection writes;
  private final StoreConnection reads;
  private final RowInventory rowInventory;
  private final StoreCleanup storeCleanup;
  private final LocalHeartbeats localHeartbeats;
  private final Resets resets = new DatabaseResets(new LocalResetCalls());
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Why the last write failed, if it did. Written by the writing thread, read by heartbeats. */
  private volatile @Nullable String trouble;

  private LocalStore(LocalDatabase database, boolean ownsDatabase, LocalStoreOptions options) {
    this.database = database;
    this.ownsDatabase = ownsDatabase;
    this.clock = options.clock();
    this.localHeartbeats = new LocalHeartbeats(database.identity());
    this.writes = new StoreConnection(database);
    this.reads = new StoreConnection(database);
    this.rowInventory = new RowInventory(new RowBudgets(options.cellsPerWorkspace()));
    this.storeCleanup = new StoreCleanup(writes, rowInventory, writeQueue, clock);
  }

  /**
   * Opens the store in a folder that only this process uses. The folder is created if it is missing.
   *
   * @throws LocalFileException if its file cannot be used, for example because another process has it open or because
   *     it is damaged
   */
  public static LocalStore open(Path folder) {
    return open(folder, LocalStoreOptions.defaults());
  }

  /** Opens the store with options. */
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

  /** Opens a store in a database that has other users, and that closing the store leaves open. */
  public static LocalStore in(LocalDatabase database, LocalStoreOptions options) {
    return in(database, false, options);
  }

  private static LocalStore in(
      LocalDatabase database, boolean ownsDatabase, LocalStoreOptions options) {
    database.ensure(OWNER, PLAN);
    LocalStore store = new LocalStore(database, ownsDatabase, options);
    store.storeCleanup.begin();
    return store;
  }

  /** No other process writes to this store, so what was read or published once needs no refresh. */
  @Override
  public boolean isExclusive() {
    return true;
  }

  /** Completes at once, on the caller's thread, if none of the cells is in the file. */
  @Override
  public CompletionStage<List<Long>> read(List<Query> queries) {
    List<CellDigest> cells = digests(queries.stream().map(Query::cell).toList());
    if (cells.stream().allMatch(rowInventory::isAbsent)) {
      return closed.get()
          ? CompletableFuture.failedFuture(new OriginUnavailable("the store is closed"))
          : CompletableFuture.completedFuture(Collections.nCopies(cells.size(), 0L));
    }
    List<Query> copy = List.copyOf(queries);
    return readQueue.call(() -> reads.use(storeStatements -> sums(storeStatements, copy, cells)));
  }

  /** Usually two cells are requested together, which have the same subject. */
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

  private List<Long> sums(
      StoreStatements storeStatements, List<Query> queries, List<CellDigest> cells)
      throws SQLException {
    long now = clock.epochMillis();
    List<Long> sums = new ArrayList<>(queries.size());
    for (int i = 0; i < queries.size(); i++) {
      CellDigest cell = cells.get(i);
      long sum = 0;
      if (!rowInventory.isAbsent(cell)) {
        try (ResultSet rows =
            storeStatements.of("cell", cell.bytes(), cell.sequence()).executeQuery()) {
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
    List<PublicationEntry> entries = new ArrayList<>(publications.size());
    for (int i = 0; i < publications.size(); i++) {
      entries.add(new PublicationEntry(i, publications.get(i), cells.get(i)));
    }
    entries.sort(PublicationEntry.KEY_ORDER);
    return writeQueue.call(() -> trackingWrites(() -> write(entries)));
  }

  private List<Receipt> write(List<PublicationEntry> entries) {
    CountWriter writer = new CountWriter(rowInventory, clock.epochMillis(), entries.size());
    List<Receipt> receipts =
        writes.change(storeStatements -> writer.write(storeStatements, entries));
    writer.committed();
    return receipts;
  }

  private interface StoreAttempt<T> {
    T run();
  }

  /** Records whether writing works. */
  private <T> T trackingWrites(StoreAttempt<T> storeAttempt) {
    try {
      T result = storeAttempt.run();
      trouble = null;
      return result;
    } catch (OriginUnavailable e) {
      trouble = e.getMessage();
      throw e;
    }
  }

  /**
   * Live engines are known in memory. While writing fails, this attempts a write, so that the store counts as
   * unavailable until writing works.
   */
  @Override
  public CompletionStage<OriginStatus> heartbeat(OriginHeartbeat originHeartbeat) {
    if (closed.get()) {
      return CompletableFuture.failedFuture(new OriginUnavailable("the store is closed"));
    }
    storeCleanup.begin();
    OriginStatus originStatus = localHeartbeats.record(originHeartbeat, clock.epochMillis());
    return trouble == null
        ? CompletableFuture.completedFuture(originStatus)
        : writeQueue.call(() -> trackingWrites(() -> probe(originStatus)));
  }

  private OriginStatus probe(OriginStatus originStatus) {
    try {
      database.probe();
      return originStatus;
    } catch (SQLException e) {
      throw new OriginUnavailable(database.describe(e));
    }
  }

  @Override
  public Resets resets() {
    return resets;
  }

  private final class LocalResetCalls implements DatabaseResets.ResetExecutors {
    private final ResetTable table = new ResetTable(Dialect.SQLITE);

    @Override
    public <T> CompletableFuture<T> change(DatabaseResets.ResetWork<T> resetWork) {
      return writeQueue.call(() -> trackingWrites(() ->
          writes.change(storeStatements -> resetWork.run(storeStatements.connection(), table))));
    }

    @Override
    public <T> CompletableFuture<T> read(DatabaseResets.ResetWork<T> resetWork) {
      return readQueue.call(
          () -> reads.use(storeStatements -> resetWork.run(storeStatements.connection(), table)));
    }
  }

  /** Returns how many new cells were not stored since the start because their workspaces had reached their limit. */
  public long withheldCells() {
    return rowInventory.budgets().withheld();
  }

  /** Returns whether the file was read completely since it was opened. From then on, new identifiers need no read. */
  public boolean isInventoryLoaded() {
    return rowInventory.isLoaded();
  }

  /** Closes the connections. Open and later calls fail. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      writeQueue.close();
      readQueue.close();
      writeQueue.awaitEnd(CLOSE_MILLIS);
      readQueue.awaitEnd(CLOSE_MILLIS);
      writes.close();
      reads.close();
      if (ownsDatabase) {
        database.close();
      }
    }
  }
}
