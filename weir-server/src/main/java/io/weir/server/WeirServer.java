// SPDX-License-Identifier: Apache-2.0
package io.weir.server;

import io.weir.engine.Engine;
import io.weir.engine.EngineBuilder;
import io.weir.memory.MemoryPlan;
import io.weir.mysql.MysqlLedger;
import io.weir.mysql.local.LocalStore;
import io.weir.mysql.local.LocalStoreOptions;
import io.weir.redis.RedisOrigin;
import io.weir.server.api.Operation;
import io.weir.server.api.RequestPipeline;
import io.weir.server.api.access.Authenticator;
import io.weir.server.api.access.WorkspaceQuota;
import io.weir.server.api.operations.LimitOperation;
import io.weir.server.api.operations.MultiLimitOperation;
import io.weir.server.api.operations.NamespaceResolver;
import io.weir.server.api.operations.OverrideOperations;
import io.weir.server.config.ServerConfig;
import io.weir.server.http.HttpFrontend;
import io.weir.server.http.Routes;
import io.weir.server.http.load.LoadShedder;
import io.weir.server.logs.SecretRedactor;
import io.weir.server.metrics.ServerMetrics;
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
  private final ServerMetrics serverMetrics;
  private final CoarseClock clock;
  private final Tenants tenants;
  private final Engine engine;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final CountDownLatch drained = new CountDownLatch(1);
  private final NanoClock elapsed = NanoClock.system();
  private final long startedMillis = elapsed.elapsedMillis();

  /** Set once, when the port is open. Requests may come a moment before. */
  private volatile @Nullable HttpFrontend httpFrontend;

  /** Set once, when the engine has heard of its stores. */
  private volatile boolean isStarted;

  /** Set once, when the server was told to end. */
  private volatile boolean isDraining;

  /** Why it ends; set by whoever tells it to. */
  private volatile String stopReason = "close() was called";

  private WeirServer(ServerConfig config, Tenants tenants) {
    this.config = config;
    this.tenants = tenants;
    this.serverMetrics = new ServerMetrics(NanoClock.system(), Version.NAME);
    this.clock = new CoarseClock();
    this.engine = engine();
    serverMetrics.subjects(engine::subjects);
    serverMetrics.memory(engine.memoryPlan(), engine::memoryUse);
    serverMetrics.directory(tenants::isAvailable, tenants::ageSeconds);
    serverMetrics.snapshot(tenants::isFromSnapshot);
    serverMetrics.directoryMemory(tenants.directory().budget());
  }

  /** Starts one, and returns when it can be called, or after some seconds. Fails with a sentence if it can't be. */
  public static WeirServer start(ServerConfig config) {
    Tenants tenants = Tenants.open(config);
    WeirServer server;
    try {
      server = new WeirServer(config, tenants);
    } catch (RuntimeException e) {
      tenants.close();
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
    ServerConfig.FleetSettings fleetSettings = config.fleet();
    EngineBuilder builder = Engine.builder().clock(clock).observer(serverMetrics.observer());
    if (config.limits().maxSubjects() > 0) {
      builder.maxSubjects(config.limits().maxSubjects());
    }
    if (fleetSettings.mysql() != null) {
      builder
          .region(fleetSettings.region())
          .ledger(MysqlLedger.open(fleetSettings.mysql()))
          .ledgerOptions(config.faults().convergence());
    }
    if (fleetSettings.redis() != null) {
      builder.origin(RedisOrigin.open(fleetSettings.redis()));
    } else {
      tenants
          .localDatabase()
          .ifPresent(file -> builder.origin(LocalStore.in(file, LocalStoreOptions.defaults())));
    }
    return builder.build();
  }

  private void open() {
    clock.start();
    HttpFrontend opened = HttpFrontend.open(
        config.listen(),
        config.limits(),
        routes(),
        new HttpFrontend.FrontendOptions(
            new TrafficMetrics(serverMetrics.http()),
            NanoClock.system(),
            new SecureRandom().nextLong(),
            Runtime.getRuntime().maxMemory()));
    serverMetrics.http().inFlight(opened::inFlight);
    serverMetrics.http().connections(opened::connections);
    serverMetrics.http().bytes(opened::bodyBytes);
    httpFrontend = opened;
    warnOfTightMemory();
    LOG.log(Level.INFO, "Weir {0} listens on {1}; {2}", Version.NAME, url(), stores());
    // Only now: a key that was made by a start that failed would never have been told.
    tenants.start(who -> engine.reset(who.workspace(), who.namespace(), who.identifier()));
    engine.start();
    isStarted = true;
    tenants.awaitStart();
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
        directory > 0 ? directory : plan.directory(), LoadShedder.maxBytes(config.limits(), plan));
    if (plan.isTight()) {
      LOG.log(
          Level.WARNING,
          "The memory settings leave {0} MB of a heap of {1} MB to the server itself, which needs {2} MB:"
              + " raise -Xmx, or lower max-body-bytes or max-directory-bytes",
          plan.reserve() >> 20,
          plan.heap() >> 20,
          MemoryPlan.MIN_RESERVE >> 20);
    }
  }

  private String stores() {
    ServerConfig.FleetSettings fleetSettings = config.fleet();
    String redis = fleetSettings.redis();
    String mysql = fleetSettings.mysql();
    return "region " + fleetSettings.region() + ", Redis "
        + (redis == null ? "none" : SecretRedactor.redactAddress(redis)) + ", database "
        + (mysql == null ? "embedded" : SecretRedactor.redactAddress(mysql)) + ", data folder "
        + config.data().toAbsolutePath().normalize();
  }

  private Routes routes() {
    NamespaceResolver namespaceResolver = new NamespaceResolver(
        tenants.directory(), tenants.registry(), config.faults().degradedMode());
    List<Operation> operations = new ArrayList<>();
    operations.add(new LimitOperation(engine, namespaceResolver, clock));
    operations.add(new MultiLimitOperation(engine, namespaceResolver, clock));
    operations.addAll(new OverrideOperations(namespaceResolver, tenants.registry()).all());
    RequestPipeline requestPipeline = new RequestPipeline(
        new Authenticator(tenants.directory(), clock),
        new WorkspaceQuota(engine),
        clock,
        this::isOpen);
    return Endpoints.routes(
        config.listen().pathPrefix(),
        requestPipeline,
        operations,
        new Endpoints.ServerStatus(this::obstacle, this::componentStates, serverMetrics::scrape));
  }

  private boolean isOpen() {
    return isStarted && tenants.isOpen();
  }

  /** Why no more callers should come, if so. */
  private Optional<String> obstacle() {
    HttpFrontend opened = httpFrontend;
    if (isDraining || (opened != null && opened.isClosing())) {
      return Optional.of("it is shutting down");
    }
    return isStarted
        ? tenants.obstacle()
        : Optional.of(
            tenants.obstacle().orElse("it is starting and waiting for Redis or the database"));
  }

  private Map<String, Object> componentStates() {
    Map<String, Object> parts = tenants.state();
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
    HttpFrontend opened = httpFrontend;
    return opened == null ? config.listen().port() : opened.port();
  }

  /** The root key, if one is made at this start; known at once, or when the database was first reached. */
  public CompletableFuture<Optional<String>> newRootKey() {
    return tenants.newRootKey();
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
    HttpFrontend opened = httpFrontend;
    if (opened != null) {
      opened.close();
    }
    engine.close();
    tenants.close();
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
