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

/** A running server: tenants, an engine and an HTTP port. */
public final class WeirServer implements AutoCloseable {
  /*
   * The port is opened first, so that probes are answered while the server waits for its stores. Until keys are
   * known, and the engine has received its stores' counts or knows that the stores are unavailable, requests are
   * answered with 503. The server closes from the outside in: it stops accepting requests, publishes the admitted
   * counts to the stores, then closes the tenants' store.
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

  /** Set once, when the port is open. Requests may arrive a moment earlier. */
  private volatile @Nullable HttpFrontend httpFrontend;

  /** Set once, when the engine has started. */
  private volatile boolean isStarted;

  /** Set once, when shutdown begins. */
  private volatile boolean isDraining;

  /** Why the server stops. Set by the thread that requests it. */
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

  /**
   * Starts a server. Returns when it is ready, or after some seconds. Throws an exception with a readable message if
   * it cannot start.
   */
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
    // Only now: a key created by a start that fails would never have been shown.
    tenants.start(
        target -> engine.reset(target.workspace(), target.namespace(), target.identifier()));
    engine.start();
    isStarted = true;
    tenants.awaitStart();
    if (obstacle().isPresent()) {
      LOG.log(
          Level.WARNING,
          "The server is not ready: checks are rejected with 503; GET /ready returns the reason");
    }
  }

  /** The configured sizes may exceed the heap. The server starts anyway, but the operator should know. */
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

  /** Returns why the server is not ready, if that is so. */
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

  /** Returns the server's URL, such as {@code http://127.0.0.1:7777}, including its path prefix. */
  public String url() {
    String host = config.listen().host();
    String urlHost = host.contains(":") ? "[" + host + "]" : host;
    return "http://" + urlHost + ":" + port() + config.listen().pathPrefix();
  }

  private int port() {
    HttpFrontend opened = httpFrontend;
    return opened == null ? config.listen().port() : opened.port();
  }

  /**
   * Returns the root key, if one is created at this start. Completes at once, or when the database is first reached.
   */
  public CompletableFuture<Optional<String>> newRootKey() {
    return tenants.newRootKey();
  }

  /**
   * Reports the server as not ready, and continues to serve for the configured time or until {@link #endDrain}.
   *
   * @param reason why the server stops, for the log
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
      boolean unusedEndedEarly = drained.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    endDrain();
  }

  /** Ends the wait of {@link #drain}. */
  public void endDrain() {
    drained.countDown();
  }

  /**
   * Stops accepting requests, answers those in flight, publishes unpublished counts to the stores, and stops.
   * Idempotent.
   */
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
