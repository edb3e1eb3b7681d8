// SPDX-License-Identifier: Apache-2.0
package io.weir.server;

import io.weir.engine.Engine;
import io.weir.engine.EngineBuilder;
import io.weir.memory.MemoryPlan;
import io.weir.mysql.MysqlLedger;
import io.weir.mysql.local.LocalStore;
import io.weir.mysql.local.LocalStoreOptions;
import io.weir.redis.RedisOrigin;
import io.weir.server.api.Api;
import io.weir.server.api.Operation;
import io.weir.server.api.access.Door;
import io.weir.server.api.access.Quota;
import io.weir.server.api.operations.LimitOperation;
import io.weir.server.api.operations.MultiLimitOperation;
import io.weir.server.api.operations.Namespaces;
import io.weir.server.api.operations.OverrideOperations;
import io.weir.server.config.ServerConfig;
import io.weir.server.http.Front;
import io.weir.server.http.Site;
import io.weir.server.http.gate.Gate;
import io.weir.server.logs.Secrets;
import io.weir.server.metrics.Metrics;
import io.weir.time.CoarseClock;
import io.weir.time.NanoClock;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A running server: tenants, an engine, and a port. */
public final class WeirServer implements AutoCloseable {
  /*
   * The port is opened first, so that probes are answered while the stores are waited for; until keys are known and the
   * engine has heard of its stores, or knows that they are unavailable, requests are answered with 503. Closed from the
   * outside in: no more requests, what was admitted is told to the stores, the tenants' store is closed.
   */

  private static final Logger LOG = System.getLogger(WeirServer.class.getName());

  private final ServerConfig config;
  private final Metrics metrics;
  private final CoarseClock clock;
  private final Tenancy tenancy;
  private final Engine engine;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final CountDownLatch drained = new CountDownLatch(1);
  private final NanoClock elapsed = NanoClock.system();
  private final long startedMillis = elapsed.elapsedMillis();

  /** Set once, when the port is open. Requests may come a moment before. */
  private volatile @Nullable Front front;

  /** Set once, when the engine has heard of its stores. */
  private volatile boolean isStarted;

  /** Set once, when the server was told to end. */
  private volatile boolean isDraining;

  /** Why it ends; set by whoever tells it to. */
  private volatile String stopReason = "close() was called";

  private WeirServer(ServerConfig config, Tenancy tenancy) {
    this.config = config;
    this.tenancy = tenancy;
    this.metrics = new Metrics(NanoClock.system(), Version.NAME);
    this.clock = new CoarseClock();
    this.engine = engine();
    metrics.subjects(engine::subjects);
    metrics.memory(engine.memoryPlan(), engine::memoryUse);
    metrics.directory(tenancy::isAvailable, tenancy::ageSeconds);
    metrics.snapshot(tenancy::isFromSnapshot);
    metrics.directoryMemory(tenancy.directory().budget());
  }

  /** Starts one, and returns when it can be called, or after some seconds. Fails with a sentence if it can't be. */
  public static WeirServer start(ServerConfig config) {
    Tenancy tenancy = Tenancy.open(config);
    WeirServer server;
    try {
      server = new WeirServer(config, tenancy);
    } catch (RuntimeException e) {
      tenancy.close();
      throw e;
    }
    try {
      server.open();
      return server;
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private Engine engine() {
    ServerConfig.Fleet fleet = config.fleet();
    EngineBuilder builder = Engine.builder().clock(clock).observer(metrics.observer());
    if (config.bounds().maxSubjects() > 0) {
      builder.maxSubjects(config.bounds().maxSubjects());
    }
    if (fleet.mysql() != null) {
      builder
          .region(fleet.region())
          .ledger(MysqlLedger.open(fleet.mysql()))
          .ledgerOptions(config.faults().convergence());
    }
    if (fleet.redis() != null) {
      builder.origin(RedisOrigin.open(fleet.redis()));
    } else {
      tenancy
          .localDatabase()
          .ifPresent(file -> builder.origin(LocalStore.in(file, LocalStoreOptions.defaults())));
    }
    return builder.build();
  }

  private void open() {
    clock.start();
    Front opened = Front.open(
        config.listen(),
        config.bounds(),
        site(),
        new Front.Wiring(
            new HttpTraffic(metrics.http()),
            NanoClock.system(),
            new SecureRandom().nextLong(),
            Runtime.getRuntime().maxMemory()));
    metrics.http().inFlight(opened::inFlight);
    metrics.http().connections(opened::connections);
    metrics.http().bytes(opened::bodyBytes);
    front = opened;
    warnOfTightMemory();
    LOG.log(Level.INFO, "Weir {0} listens on {1}; {2}", Version.NAME, url(), stores());
    // Only now: a key that was made by a start that failed would never have been told.
    tenancy.start(who -> engine.reset(who.workspace(), who.namespace(), who.identifier()));
    engine.start();
    isStarted = true;
    tenancy.awaitStart();
    if (obstacle().isPresent()) {
      LOG.log(
          Level.WARNING,
          "The server is not ready: checks are rejected with 503; GET /ready returns the reason");
    }
  }

  /** Settings may ask for more than the heap has: the server starts, but must not surprise whoever set them. */
  private void warnOfTightMemory() {
    MemoryPlan plan = engine.memoryPlan();
    long directory = config.directory().maxBytes();
    plan = plan.withServer(
        directory > 0 ? directory : plan.directory(), Gate.mostBytes(config.bounds(), plan));
    if (plan.isTight()) {
      LOG.log(
          Level.WARNING,
          "The memory settings leave {0} MB of a heap of {1} MB to the server itself, which needs {2} MB:"
              + " raise -Xmx, or lower max-body-bytes or max-directory-bytes",
          plan.reserve() >> 20,
          plan.heap() >> 20,
          MemoryPlan.LEAST_RESERVE >> 20);
    }
  }

  private String stores() {
    ServerConfig.Fleet fleet = config.fleet();
    String redis = fleet.redis();
    String mysql = fleet.mysql();
    return "region " + fleet.region() + ", Redis "
        + (redis == null ? "none" : Secrets.addressWithout(redis)) + ", database "
        + (mysql == null ? "embedded" : Secrets.addressWithout(mysql)) + ", data folder "
        + config.data().toAbsolutePath().normalize();
  }

  private Site site() {
    Namespaces namespaces =
        new Namespaces(tenancy.directory(), tenancy.registry(), config.faults().degradedMode());
    List<Operation> operations = new ArrayList<>();
    operations.add(new LimitOperation(engine, namespaces, clock));
    operations.add(new MultiLimitOperation(engine, namespaces, clock));
    operations.addAll(new OverrideOperations(namespaces, tenancy.registry()).all());
    Api api = new Api(new Door(tenancy.directory(), clock), new Quota(engine), clock, this::isOpen);
    return Endpoints.site(
        config.listen().pathPrefix(),
        api,
        operations,
        new Endpoints.Insight(this::obstacle, this::parts, metrics::scrape));
  }

  private boolean isOpen() {
    return isStarted && tenancy.isOpen();
  }

  /** Why no more callers should come, if so. */
  private Optional<String> obstacle() {
    Front opened = front;
    if (isDraining || (opened != null && opened.isClosing())) {
      return Optional.of("it is shutting down");
    }
    return isStarted
        ? tenancy.obstacle()
        : Optional.of(
            tenancy.obstacle().orElse("it is starting and waiting for Redis or the database"));
  }

  private Map<String, Object> parts() {
    Map<String, Object> parts = tenancy.state();
    Engine.Health health = engine.health();
    if (config.fleet().redis() != null) {
      parts.put("origin", state(health.originAvailable()));
    } else if (config.fleet().mysql() == null) {
      parts.put("store", state(health.originAvailable()));
    }
    if (config.fleet().mysql() != null) {
      parts.put("ledger", state(health.ledgerAvailable()));
    }
    if (health.origins() > 1) {
      parts.put("originConflict", health.origins() + " different Redis servers in this region");
    }
    return parts;
  }

  private static String state(boolean isAvailable) {
    return isAvailable ? "available" : "unavailable";
  }

  /** Where it can be reached, such as {@code http://127.0.0.1:7777}, with its path prefix. */
  public String url() {
    String host = config.listen().host();
    String shown = host.contains(":") ? "[" + host + "]" : host;
    return "http://" + shown + ":" + port() + config.listen().pathPrefix();
  }

  private int port() {
    Front opened = front;
    return opened == null ? config.listen().port() : opened.port();
  }

  /** The root key, if one is made at this start; known at once, or when the database was first reached. */
  public CompletableFuture<Optional<String>> newRootKey() {
    return tenancy.newRootKey();
  }

  /**
   * Says that it is not ready, and goes on for the time that was set, or until {@link #endDrain}.
   *
   * @param reason why it ends, for the log
   */
  public void drain(String reason) {
    if (!isDraining) {
      stopReason = reason;
    }
    isDraining = true;
    long millis = config.faults().drainMillis();
    if (millis == 0 || drained.getCount() == 0) {
      return;
    }
    LOG.log(
        Level.INFO,
        "Shutdown requested: accepting requests for another {0} ms while /ready returns 503; a second signal skips the wait",
        Long.toString(millis));
    try {
      boolean unusedHurry = drained.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    endDrain();
  }

  /** Ends the wait of {@link #drain}. */
  public void endDrain() {
    drained.countDown();
  }

  /** Takes no more requests, answers those it has, tells the stores what they do not know, and ends. Does nothing again. */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    long stoppingMillis = elapsed.elapsedMillis();
    Front opened = front;
    if (opened != null) {
      opened.close();
    }
    engine.close();
    tenancy.close();
    clock.close();
    if (opened != null) {
      LOG.log(
          Level.INFO,
          "Weir {0} stopped; reason: {1}, uptime {2} s, shutdown took {3} ms",
          Version.NAME,
          stopReason,
          Long.toString((stoppingMillis - startedMillis) / 1_000),
          Long.toString(elapsed.elapsedMillis() - stoppingMillis));
    }
  }
}
