// SPDX-License-Identifier: Apache-2.0
package io.weir.embedded;

import io.weir.Observer;
import io.weir.WhenDegraded;
import io.weir.api.Check;
import io.weir.api.Limit;
import io.weir.embedded.SharedState.LimitDefaults;
import io.weir.engine.Engine;
import io.weir.engine.EngineBuilder;
import io.weir.ledger.Ledger;
import io.weir.origin.Origin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A builder for limiters that decide in this process. A namespace and a limit are required; {@link #build} reports
 * all faults.
 */
public final class EmbeddedBuilder {
  private static final int MAX_WORKSPACE_LENGTH = 191;
  private static final Duration MAX_CLOSE_TIMEOUT = Duration.ofMinutes(10);

  private @Nullable String namespace;
  private @Nullable Supplier<Limit> limit;
  private String workspace = "default";
  private WhenDegraded whenDegraded = WhenDegraded.LOCAL;
  private boolean exactWindow;

  /** Whether a default limit that is too large for an exact window is a fault. */
  private boolean requiresExactWindow;

  private @Nullable String redis;
  private @Nullable String mysql;
  private @Nullable String mysqlUser;
  private @Nullable String mysqlPassword;
  private @Nullable String region;
  private @Nullable Long maxSubjects;
  private @Nullable Duration closeTimeout;
  private @Nullable Observer observer;
  private @Nullable Engine engine;

  EmbeddedBuilder() {}

  /** Sets the namespace of the identifiers, such as {@code "login"}; 1 to 512 characters. */
  public EmbeddedBuilder namespace(String name) {
    this.namespace = name;
    return this;
  }

  /** Sets the limit for checks that do not specify one. */
  public EmbeddedBuilder limit(Limit own) {
    Objects.requireNonNull(own, "limit must not be null");
    this.limit = () -> own;
    return this;
  }

  /** Sets the limit to {@code amount} per {@code duration}. */
  public EmbeddedBuilder limit(long amount, Duration duration) {
    Objects.requireNonNull(duration, "duration must not be null");
    this.limit = () -> Limit.of(amount, duration);
    return this;
  }

  /**
   * Sets the limit; the duration is written like {@code "500ms"}, {@code "60s"}, {@code "5m"}, {@code "1h"} or {@code
   * "30d"}.
   */
  public EmbeddedBuilder limit(long amount, String duration) {
    Objects.requireNonNull(duration, "duration must not be null");
    this.limit = () -> Limit.of(amount, duration);
    return this;
  }

  /**
   * Sets the workspace, which separates the counts of applications that share stores; 1 to 191 characters, by default
   * {@code "default"}.
   */
  public EmbeddedBuilder workspace(String name) {
    this.workspace = name;
    return this;
  }

  /** Sets how checks are decided while Redis is unavailable; by default {@link WhenDegraded#LOCAL}. */
  public EmbeddedBuilder whenDegraded(WhenDegraded choice) {
    this.whenDegraded = choice;
    return this;
  }

  /**
   * Enforces the limit in every trailing window, not only by the estimate from two fixed windows: for limits of up to
   * 64, such as logins. A check or an override with a larger limit uses the usual window. For what this means with
   * several processes, see docs/consistency.md.
   */
  public EmbeddedBuilder exactWindow() {
    this.requiresExactWindow = true;
    return exactWindowIfSmall();
  }

  /**
   * Like {@link #exactWindow}, but the default limit may be above 64: then only smaller limits have an exact window.
   */
  public EmbeddedBuilder exactWindowIfSmall() {
    this.exactWindow = true;
    return this;
  }

  /**
   * Sets the Redis through which the processes of this region share their counts. Requires io.weir:weir-redis on the
   * class path.
   */
  public EmbeddedBuilder redis(String uri) {
    this.redis =
        Objects.requireNonNull(uri, "redis must not be null; omit it to count per process");
    return this;
  }

  /**
   * Sets the database through which regions share their counts; the URL may contain user and password. See {@link
   * #mysql(String, String, String)}.
   */
  public EmbeddedBuilder mysql(String jdbcUrl) {
    this.mysql =
        Objects.requireNonNull(jdbcUrl, "mysql must not be null; omit it for a single region");
    return this;
  }

  /**
   * Sets the database through which regions share their counts. Requires a {@link #region}, and io.weir:weir-mysql on
   * the class path.
   */
  public EmbeddedBuilder mysql(String jdbcUrl, String user, String password) {
    this.mysql =
        Objects.requireNonNull(jdbcUrl, "mysql must not be null; omit it for a single region");
    this.mysqlUser = user;
    this.mysqlPassword = password;
    return this;
  }

  /**
   * Sets the name of this region in the database, 1 to 48 characters. There is no default, because two regions must
   * not share a name.
   */
  public EmbeddedBuilder region(String name) {
    this.region = name;
    return this;
  }

  /**
   * Sets how many identifiers may be in memory before the least used ones are evicted; by default, as many as fit in
   * a third of the heap.
   */
  public EmbeddedBuilder maxSubjects(long subjects) {
    this.maxSubjects = subjects;
    return this;
  }

  /** Sets how long {@code close()} may take to publish outstanding counts to each store; by default 5 s. */
  public EmbeddedBuilder closeTimeout(Duration timeout) {
    this.closeTimeout = timeout;
    return this;
  }

  /** Sets the observer of decisions and events. */
  public EmbeddedBuilder observer(Observer listener) {
    this.observer = listener;
    return this;
  }

  /**
   * Uses an engine that the application created and started, instead of one of the limiter's own. Closing the limiter
   * does not close the engine. The engine has its own stores, region, memory ceiling and observer, so none of these
   * can be set as well. Limiters on one engine share their counts, but not their overrides.
   */
  public EmbeddedBuilder engine(Engine made) {
    this.engine = made;
    return this;
  }

  /**
   * Creates the limiter, ready for checks. With Redis or a database it waits until each of them has responded or
   * proved unavailable, usually briefly and at most five seconds.
   *
   * @throws IllegalArgumentException if any setting is invalid; the message lists all faults
   */
  public EmbeddedRatelimit build() {
    Engine own = engine;
    List<String> faults = faults();
    String where = checkedNamespace(faults);
    Limit checked = checkedLimit(faults);
    Origin origin = null;
    Ledger ledger = null;
    if (own == null) {
      origin = origin(faults);
      ledger = ledger(faults);
    }
    if (!faults.isEmpty() || checked == null) {
      close(origin);
      close(ledger);
      throw new IllegalArgumentException(
          "the limiter can't be built: " + String.join("; ", faults));
    }
    if (own == null) {
      own = startEngine(origin, ledger);
    }
    return new EmbeddedRatelimit(
        new SharedState(
            own, engine == null, new LimitDefaults(workspace, whenDegraded, exactWindow)),
        false,
        where,
        checked);
  }

  private String checkedNamespace(List<String> faults) {
    String name = namespace;
    if (name == null) {
      faults.add("namespace is required");
      return "";
    }
    try {
      return String.valueOf(Check.of("anybody").namespace(name).namespace());
    } catch (IllegalArgumentException e) {
      faults.add(String.valueOf(e.getMessage()));
      return name;
    }
  }

  private @Nullable Limit checkedLimit(List<String> faults) {
    if (limit == null) {
      faults.add("limit is required");
      return null;
    }
    try {
      Limit given = limit.get();
      if (requiresExactWindow && given.amount() > io.weir.LimitPolicy.MAX_EXACT_AMOUNT) {
        faults.add("a limit with an exact window must be 0 to "
            + io.weir.LimitPolicy.MAX_EXACT_AMOUNT + ", but was " + given.amount());
      }
      return given;
    } catch (IllegalArgumentException e) {
      faults.add(String.valueOf(e.getMessage()));
      return null;
    }
  }

  private List<String> faults() {
    List<String> faults = new ArrayList<>();
    requireLength(faults, "workspace", workspace, MAX_WORKSPACE_LENGTH);
    if (region != null) {
      requireLength(faults, "region", region, EngineBuilder.MAX_REGION);
    } else if (mysql != null) {
      faults.add("region is required with mysql, 1 to " + EngineBuilder.MAX_REGION + " characters");
    }
    if (maxSubjects != null && (maxSubjects < 1 || maxSubjects > Integer.MAX_VALUE)) {
      faults.add("maxSubjects must be 1 to " + Integer.MAX_VALUE + ", but was " + maxSubjects);
    }
    if (closeTimeout != null
        && (closeTimeout.isNegative() || closeTimeout.compareTo(MAX_CLOSE_TIMEOUT) > 0)) {
      faults.add("closeTimeout must be 0 to " + MAX_CLOSE_TIMEOUT + ", but was " + closeTimeout);
    }
    if (engine != null) {
      forbid(faults, "redis", redis);
      forbid(faults, "mysql", mysql);
      forbid(faults, "region", region);
      forbid(faults, "maxSubjects", maxSubjects);
      forbid(faults, "closeTimeout", closeTimeout);
      forbid(faults, "observer", observer);
    }
    return faults;
  }

  private static void requireLength(List<String> faults, String field, String text, int maxLength) {
    int length = text.codePointCount(0, text.length());
    if (length < 1 || length > maxLength) {
      faults.add(field + " must be 1 to " + maxLength + " characters, but had " + length);
    }
  }

  private static void forbid(List<String> faults, String field, @Nullable Object value) {
    if (value != null) {
      faults.add(field + " can't be combined with an engine, which has its own");
    }
  }

  private @Nullable Origin origin(List<String> faults) {
    String uri = redis;
    if (uri == null) {
      return null;
    }
    if (!EmbeddedStores.isPresent("io.weir.redis.RedisOrigin")) {
      faults.add("redis needs io.weir:weir-redis on the class path");
      return null;
    }
    return open(faults, "redis", () -> EmbeddedStores.RedisStore.open(uri));
  }

  private @Nullable Ledger ledger(List<String> faults) {
    String url = mysql;
    if (url == null) {
      return null;
    }
    if (!EmbeddedStores.isPresent("io.weir.mysql.MysqlLedger")) {
      faults.add("mysql needs io.weir:weir-mysql on the class path");
      return null;
    }
    return open(
        faults, "mysql", () -> EmbeddedStores.MysqlStore.open(url, mysqlUser, mysqlPassword));
  }

  /** Returns the store, or null if its address is invalid. The recorded fault contains no secret. */
  private static <T> @Nullable T open(List<String> faults, String field, Supplier<T> opener) {
    try {
      return opener.get();
    } catch (IllegalArgumentException e) {
      faults.add(field + ": " + e.getMessage());
      return null;
    }
  }

  private static void close(@Nullable AutoCloseable store) {
    if (store instanceof Origin origin) {
      origin.close();
    } else if (store instanceof Ledger ledger) {
      ledger.close();
    }
  }

  private Engine startEngine(@Nullable Origin origin, @Nullable Ledger ledger) {
    EngineBuilder parts = Engine.builder();
    if (origin != null) {
      parts.origin(origin);
    }
    if (ledger != null) {
      parts.ledger(ledger);
    }
    if (region != null) {
      parts.region(region);
    }
    if (maxSubjects != null) {
      parts.maxSubjects(maxSubjects);
    }
    if (closeTimeout != null) {
      parts.closeMillis(closeTimeout.toMillis());
    }
    if (observer != null) {
      parts.observer(observer);
    }
    Engine started = parts.build();
    started.start();
    return started;
  }
}
