// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.fleet.origin;

import io.weir.server.process.fleet.rig.LightLoad;
import io.weir.server.process.fleet.rig.Servers;
import io.weir.server.process.fleet.rig.Truth;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.weir.ServerProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two servers in one region, restarted with another Redis or with none, and one server in another region. */
@Tag("slow")
@DisplayName("A region whose Redis changes")
final class RegionRedisTest {
  private static final long SEED = Long.getLong("weir.crash.seed", 1);
  private static final long LIMIT = 1_000;

  /** Half of the limit: from there on each server tells the others of every unit. */
  private static final long FIRST = LIMIT / 2;

  /** The load spends less than half of its limit. */
  private static final long LOAD_FACTOR = 100;

  private static final Duration CALM = Duration.ofSeconds(6);

  private final List<RedisServer> stores = new ArrayList<>();

  private RedisServer redis() {
    RedisServer redis = Needs.ownRedis();
    stores.add(redis);
    return redis;
  }

  @AfterEach
  void stopRedis() {
    stores.forEach(RedisServer::close);
  }

  @Test
  @DisplayName("counts every unit once when it gains a Redis, server by server")
  void gains() {
    change(null, redis(), RegionRedisTest::restartOneByOne);
  }

  @Test
  @DisplayName("counts every unit once when it loses its Redis, server by server")
  void loses() {
    change(redis(), null, RegionRedisTest::restartOneByOne);
  }

  /** Not server by server: two Redis servers under one region's name are an error, see {@link TwoRedisServersTest}. */
  @Test
  @DisplayName("counts every unit once when it gets another Redis, all servers at once")
  void replaces() {
    change(redis(), redis(), RegionRedisTest::restartTogether);
  }

  /** What is restarted, and with what. */
  private record Change(
      Servers servers, List<ServerProcess> old, @Nullable RedisServer after, Truth truth) {}

  /** Spends everywhere before and after the servers of region eu are restarted. */
  @SuppressWarnings("try") // the load is there for its effect
  private static void change(
      @Nullable RedisServer before, @Nullable RedisServer after, Consumer<Change> restart) {
    Truth truth = new Truth("daily/customer", LIMIT);
    Truth loadTruth = new Truth("daily/load", LIMIT * LOAD_FACTOR);
    try (Servers servers = new Servers()) {
      List<ServerProcess> old = servers.start(2, "eu", before);
      ServerProcess us = servers.start("us", null);
      truth.spend(old.get(0), FIRST);
      loadTruth.spend(old.get(0), FIRST * LOAD_FACTOR);
      truth.awaitSeenBy(servers.running());
      loadTruth.awaitSeenBy(servers.running());
      try (LightLoad load = new LightLoad(servers, loadTruth, new SplittableRandom(SEED))) {
        truth.spend(us, 1);
        spendEverywhere(servers, truth);
        restart.accept(new Change(servers, old, after, truth));
        truth.spend(us, 1);
        truth.awaitSeenBy(servers.running());
        truth.staysSeenBy(servers.running(), CALM);
      }
      loadTruth.awaitSeenBy(servers.running());
      loadTruth.staysSeenBy(servers.running(), CALM.dividedBy(4));
    }
  }

  private static void spendEverywhere(Servers servers, Truth truth) {
    servers.running().forEach(each -> truth.spend(each, 2));
    truth.awaitSeenBy(servers.running());
  }

  private static void restartOneByOne(Change change) {
    for (ServerProcess each : change.old()) {
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
