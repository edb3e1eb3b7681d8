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
 * Regions on one clock and one real database of their own, stepped by the test. Every process has a ledger of its own; the
 * database's clock follows the test's.
 */
public final class DatabaseRegions implements AutoCloseable {
  /** Fine enough for everything that does not ask which millisecond it was. */
  private static final long STEP_MILLIS = 10;

  /** What the origin, and patience with small growth, add to push and pull. */
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

  /** None yet, under this policy; at least two are assumed. */
  public static DatabaseRegions under(PushPolicy policy) {
    return with(LedgerOptions.defaults().withPolicy(policy).withMinimumRegions(2));
  }

  /** None yet, with these options. */
  public static DatabaseRegions with(LedgerOptions options) {
    return with(options, 0);
  }

  /** None yet; what the processes draw descends from the seed. */
  public static DatabaseRegions with(LedgerOptions options, long seed) {
    return new DatabaseRegions(options, seed);
  }

  /** A process of this region, on the region's origin. */
  public TestProcess peer(String region) {
    return peer(region, builder -> builder);
  }

  /** A process of this region, on the region's origin, with something else about it. */
  public TestProcess peer(String region, UnaryOperator<EngineBuilder> with) {
    return standalone(region, builder -> with.apply(builder.origin(origin(region))));
  }

  /** A process of this region without an origin, unless it is given one. */
  public TestProcess standalone(String region, UnaryOperator<EngineBuilder> with) {
    return testProcesses.add(
        builder -> with.apply(builder.ledger(ledger()).ledgerOptions(options).region(region)));
  }

  /** What the processes of a region share. */
  public Origin origin(String region) {
    return origins.computeIfAbsent(region, name -> new InMemoryOrigin(testProcesses.clock()));
  }

  /** Another ledger over the same database. It answers at once. */
  public Ledger ledger() {
    return MysqlLedger.over(source, Runnable::run);
  }

  /** Connections to the database. */
  public VirtualTimeDataSource source() {
    return source;
  }

  /** What stands in the table. */
  public LedgerRows rows() {
    return ledgerRows;
  }

  /** What a region has in the ledger of the current cell. */
  public long row(LimitPolicy limitPolicy, String identifier, String region) {
    return ledgerRows.count(cell(limitPolicy, identifier), region);
  }

  /** The same of another workspace. */
  public long row(String workspace, LimitPolicy limitPolicy, String identifier, String region) {
    return ledgerRows.count(testProcesses.cell(workspace, limitPolicy, identifier), region);
  }

  /** The current cell of an identifier. */
  public CellKey cell(LimitPolicy limitPolicy, String identifier) {
    return testProcesses.cell(limitPolicy, identifier);
  }

  /** The processes and their clock. */
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

  /** Long enough for everybody to push, and then for everybody to pull. */
  public void converge() {
    pass(longest(options.terms().pushMillis())
        + longest(options.terms().pullMillis())
        + HASTE_MILLIS);
  }

  /** With the jitter of a fifth. */
  private static long longest(long millis) {
    return millis + millis / 5;
  }

  @Override
  public void close() {
    source.close();
  }
}
