// SPDX-License-Identifier: Apache-2.0
package io.weir.server;

import io.weir.engine.Engine;
import io.weir.engine.EngineBuilder;
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
import io.weir.server.metrics.Metrics;
import io.weir.time.CoarseClock;
import io.weir.time.NanoClock;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A running server: tenants, an engine, and a port. */
public final class WeirServer implements AutoCloseable {
  /*
   * Opened from the inside out, so that nothing is asked of what is not there: tenants, engine, port. Closed from the outside
   * in: no more requests, what was admitted is told to the stores, the tenants' store is closed.
   */

  private final ServerConfig config;
  private final Metrics metrics;
  private final CoarseClock clock;
  private final Tenancy tenancy;
  private final Engine engine;
  private final AtomicBoolean closed = new AtomicBoolean();

  // Both set once, at the end of the start. Requests may come a moment before.
  private volatile @Nullable Front front;
  private volatile CompletableFuture<Optional<String>> newRootKey = new CompletableFuture<>();

  private WeirServer(ServerConfig config, Tenancy tenancy) {
    this.config = config;
    this.tenancy = tenancy;
    this.metrics = new Metrics(NanoClock.system(), Version.NAME);
    this.clock = new CoarseClock();
    this.engine = engine();
    metrics.subjects(engine::subjects);
    metrics.directory(tenancy::isAvailable, tenancy::ageSeconds);
  }

  /** Starts one, and returns when it can be called. Fails with a sentence if it can't. */
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
      builder.region(fleet.region()).ledger(MysqlLedger.open(fleet.mysql()));
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
    engine.start();
    Front opened = Front.open(
        config.listen(),
        config.bounds(),
        site(),
        new Front.Wiring(
            new HttpTraffic(metrics.http()), NanoClock.system(), new SecureRandom().nextLong()));
    metrics.http().inFlight(opened::inFlight);
    metrics.http().connections(opened::connections);
    front = opened;
    // Only now: a key that was made by a start that failed would never have been told.
    newRootKey = tenancy.ensureKey(config.rootKey());
    if (newRootKey.isCompletedExceptionally()) {
      newRootKey.join();
    }
  }

  private Site site() {
    Namespaces namespaces = new Namespaces(tenancy.directory(), tenancy.registry());
    List<Operation> operations = new ArrayList<>();
    operations.add(new LimitOperation(engine, namespaces, clock));
    operations.add(new MultiLimitOperation(engine, namespaces, clock));
    operations.addAll(new OverrideOperations(namespaces, tenancy.registry()).all());
    Api api = new Api(new Door(tenancy.directory(), clock), new Quota(engine), clock);
    return Endpoints.site(
        config.listen().pathPrefix(),
        api,
        operations,
        new Endpoints.Insight(tenancy::isReady, this::isReady, this::parts, metrics::scrape));
  }

  private boolean isReady() {
    Front opened = front;
    return tenancy.isReady() && (opened == null || !opened.isClosing());
  }

  private Map<String, Boolean> parts() {
    Map<String, Boolean> parts = new LinkedHashMap<>();
    parts.put("directory", tenancy.isAvailable());
    Engine.Health health = engine.health();
    if (config.fleet().redis() != null) {
      parts.put("origin", health.originAvailable());
    } else if (config.fleet().mysql() == null) {
      parts.put("store", health.originAvailable());
    }
    if (config.fleet().mysql() != null) {
      parts.put("ledger", health.ledgerAvailable());
    }
    return parts;
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
    return newRootKey.copy();
  }

  /** Takes no more requests, answers those it has, tells the stores what they do not know, and ends. Does nothing again. */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    Front opened = front;
    if (opened != null) {
      opened.close();
    }
    engine.close();
    tenancy.close();
    clock.close();
  }
}
