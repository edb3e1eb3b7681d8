// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.fleet.origin;

import io.weir.server.process.fleet.rig.AdmittedTotals;
import io.weir.server.process.fleet.rig.LightLoad;
import io.weir.server.process.fleet.rig.ServerFleet;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import io.weir.testkit.servers.weir.WeirProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests two servers of one region that are restarted with another Redis or with none, and a server in another region.
 */
@Tag("slow")
final class RegionRedisTest {
  private static final long SEED = Long.getLong("weir.crash.seed", 1);
  private static final long LIMIT = 1_000;

  /** Half of the limit: from there on, each server publishes every unit to the others. */
  private static final long FIRST = LIMIT / 2;

  /** The load spends less than half of its limit. */
  private static final long LOAD_FACTOR = 100;

  private static final Duration CALM = Duration.ofSeconds(6);

  private final List<RedisServer> stores = new ArrayList<>();

  private RedisServer redis() {
    RedisServer redis = RequiredServers.ownRedis();
    stores.add(redis);
    return redis;
  }

  @AfterEach
  void stopRedis() {
    stores.forEach(RedisServer::close);
  }

  @Test
  void gainingARedisCountsEveryUnitOnce() {
    change(null, redis(), RegionRedisTest::restartOneByOne);
  }

  @Test
  void losingARedisCountsEveryUnitOnce() {
    change(redis(), null, RegionRedisTest::restartOneByOne);
  }

  /** Not one by one: two Redis servers in one region are an error, see {@link TwoRedisServersTest}. */
  @Test
  void replacingRedisCountsEveryUnitOnce() {
    change(redis(), redis(), RegionRedisTest::restartTogether);
  }

  /** The servers that are restarted, and how. */
  private record Change(
      ServerFleet servers,
      List<WeirProcess> old,
      @Nullable RedisServer after,
      AdmittedTotals truth) {}

  /** Spends at all servers before and after the servers of region eu are restarted. */
  @SuppressWarnings("try") // the load is needed only for its effect
  private static void change(
      @Nullable RedisServer before, @Nullable RedisServer after, Consumer<Change> restart) {
    AdmittedTotals admittedTotals = new AdmittedTotals("daily/customer", LIMIT);
    AdmittedTotals loadTruth = new AdmittedTotals("daily/load", LIMIT * LOAD_FACTOR);
    try (ServerFleet serverFleet = new ServerFleet()) {
      List<WeirProcess> old = serverFleet.start(2, "eu", before);
      WeirProcess us = serverFleet.start("us", null);
      admittedTotals.spend(old.get(0), FIRST);
      loadTruth.spend(old.get(0), FIRST * LOAD_FACTOR);
      admittedTotals.awaitSeenBy(serverFleet.running());
      loadTruth.awaitSeenBy(serverFleet.running());
      try (LightLoad load = new LightLoad(serverFleet, loadTruth, new SplittableRandom(SEED))) {
        admittedTotals.spend(us, 1);
        spendEverywhere(serverFleet, admittedTotals);
        restart.accept(new Change(serverFleet, old, after, admittedTotals));
        admittedTotals.spend(us, 1);
        admittedTotals.awaitSeenBy(serverFleet.running());
        admittedTotals.staysSeenBy(serverFleet.running(), CALM);
      }
      loadTruth.awaitSeenBy(serverFleet.running());
      loadTruth.staysSeenBy(serverFleet.running(), CALM.dividedBy(4));
    }
  }

  private static void spendEverywhere(ServerFleet serverFleet, AdmittedTotals admittedTotals) {
    serverFleet.running().forEach(each -> admittedTotals.spend(each, 2));
    admittedTotals.awaitSeenBy(serverFleet.running());
  }

  private static void restartOneByOne(Change change) {
    for (WeirProcess each : change.old()) {
      change.servers().stop(each);
      change.truth().spend(change.servers().start("eu", change.after()), 3);
      spendEverywhere(change.servers(), change.truth());
      change.truth().staysSeenBy(change.servers().running(), CALM.dividedBy(4));
    }
  }

  private static void restartTogether(Change change) {
    change.old().forEach(change.servers()::stop);
    change.servers().start(2, "eu", change.after());
    spendEverywhere(change.servers(), change.truth());
  }
}
