// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world;

import io.weir.CellKey;
import io.weir.LimitPolicy;
import io.weir.engine.EngineBuilder;
import io.weir.ledger.Ledger;
import io.weir.ledger.LedgerOptions;
import io.weir.ledger.PushPolicy;
import io.weir.mysql.MysqlLedger;
import io.weir.origin.InMemoryOrigin;
import io.weir.origin.Origin;
import io.weir.testkit.rig.TestProcess;
import io.weir.testkit.rig.TestProcesses;
import io.weir.testkit.servers.RequiredServers;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Regions with one clock and one real database, stepped by the test. Every process has a ledger of its own; the
 * database's clock follows the test's.
 */
public final class DatabaseRegions implements AutoCloseable {
  /** Fine enough for every test that does not depend on the exact millisecond. */
  private static final long STEP_MILLIS = 10;

  /** The delay that the origin, and the waiting with small growth, add to push and pull. */
  private static final long HASTE_MILLIS = 1_500;

  private final TestProcesses testProcesses;
  private final VirtualTimeDataSource source;
  private final LedgerRows ledgerRows;
  private final LedgerOptions options;
  private final Map<String, Origin> origins = new HashMap<>();

  private DatabaseRegions(LedgerOptions options, long seed) {
    this.options = options;
    this.testProcesses = new TestProcesses(TestProcesses.START, seed);
    this.source = new VirtualTimeDataSource(RequiredServers.mysql(), testProcesses.clock());
    this.ledgerRows = new LedgerRows(source);
  }

  /** Creates a world without regions, with this policy; at least two regions are assumed. */
  public static DatabaseRegions under(PushPolicy policy) {
    return with(LedgerOptions.defaults().withPolicy(policy).withMinimumRegions(2));
  }

  /** Creates a world without regions, with these options. */
  public static DatabaseRegions with(LedgerOptions options) {
    return with(options, 0);
  }

  /** Creates a world without regions; all random choices of the processes derive from the seed. */
  public static DatabaseRegions with(LedgerOptions options, long seed) {
    return new DatabaseRegions(options, seed);
  }

  /** Starts a process of this region, on the region's origin. */
  public TestProcess peer(String region) {
    return peer(region, builder -> builder);
  }

  /** Starts a process of this region, on the region's origin, with additional settings. */
  public TestProcess peer(String region, UnaryOperator<EngineBuilder> with) {
    return standalone(region, builder -> with.apply(builder.origin(origin(region))));
  }

  /** Starts a process of this region without an origin, unless the settings include one. */
  public TestProcess standalone(String region, UnaryOperator<EngineBuilder> with) {
    return testProcesses.add(
        builder -> with.apply(builder.ledger(ledger()).ledgerOptions(options).region(region)));
  }

  /** Returns the origin that the processes of a region share. */
  public Origin origin(String region) {
    return origins.computeIfAbsent(region, name -> new InMemoryOrigin(testProcesses.clock()));
  }

  /** Returns another ledger over the same database. It answers at once. */
  public Ledger ledger() {
    return MysqlLedger.over(source, Runnable::run);
  }

  /** Returns the source of connections to the database. */
  public VirtualTimeDataSource source() {
    return source;
  }

  /** Returns the rows in the table. */
  public LedgerRows rows() {
    return ledgerRows;
  }

  /** Returns a region's count of the current cell in the ledger. */
  public long row(LimitPolicy limitPolicy, String identifier, String region) {
    return ledgerRows.count(cell(limitPolicy, identifier), region);
  }

  /** Returns a region's count of the current cell of another workspace. */
  public long row(String workspace, LimitPolicy limitPolicy, String identifier, String region) {
    return ledgerRows.count(testProcesses.cell(workspace, limitPolicy, identifier), region);
  }

  /** Returns the current cell of an identifier. */
  public CellKey cell(LimitPolicy limitPolicy, String identifier) {
    return testProcesses.cell(limitPolicy, identifier);
  }

  /** Returns the processes and their clock. */
  public TestProcesses peers() {
    return testProcesses;
  }

  /** Lets time pass. */
  public void pass(long millis) {
    testProcesses.pass(millis, STEP_MILLIS);
  }

  /** Lets time pass up to this long after the start. */
  public void passUntil(long millis) {
    pass(TestProcesses.START + millis - testProcesses.clock().epochMillis());
  }

  /** Lets enough time pass for every process to push, and then for every process to pull. */
  public void converge() {
    pass(longest(options.terms().pushMillis())
        + longest(options.terms().pullMillis())
        + HASTE_MILLIS);
  }

  /** The longest interval with a jitter of one fifth. */
  private static long longest(long millis) {
    return millis + millis / 5;
  }

  @Override
  public void close() {
    source.close();
  }
}
