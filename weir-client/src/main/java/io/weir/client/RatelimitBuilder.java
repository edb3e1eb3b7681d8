// SPDX-License-Identifier: Apache-2.0
package io.weir.client;

import io.weir.api.Check;
import io.weir.api.DurationParser;
import io.weir.api.Limit;
import io.weir.api.Ratelimit;
import io.weir.api.RatelimitException;
import io.weir.api.Result;
import io.weir.client.http.HttpTransport;
import io.weir.client.http.ServerAddress;
import io.weir.client.time.SystemTimer;
import io.weir.client.time.Timer;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A builder for limiters that call a server. Root key, namespace and limit are required; {@link #build} reports all
 * invalid settings at once.
 */
public final class RatelimitBuilder {
  /** The address on which {@code ./weir serve} listens. */
  public static final String DEFAULT_BASE_URL = "http://127.0.0.1:7777";

  /** Long enough for a slow network, and short enough that the caller still needs the answer. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);

  /** Retries after 50, 100 and 200 ms: enough for a server that is restarting behind a load balancer. */
  public static final int DEFAULT_RETRIES = 3;

  /** An entry takes about 200 bytes. */
  public static final int DEFAULT_REFUSALS = 10_000;

  private static final Duration MIN_TIMEOUT = Duration.ofMillis(1);
  private static final Duration MAX_TIMEOUT = Duration.ofMinutes(5);
  private static final int MAX_RETRIES = 10;
  private static final int MAX_REFUSALS = 10_000_000;

  private @Nullable String rootKey;
  private Supplier<URI> baseUrl = () -> URI.create(DEFAULT_BASE_URL);
  private @Nullable String namespace;
  private @Nullable Supplier<Limit> limit;
  private Supplier<Duration> timeout = () -> DEFAULT_TIMEOUT;
  private int retries = DEFAULT_RETRIES;
  private int refusals;
  private Function<String, Result> fallback = identifier -> Result.refuse();
  private @Nullable BiFunction<RatelimitException, String, Result> onError;
  private Supplier<Timer> timer = SystemTimer::new;

  RatelimitBuilder() {}

  /** Sets the root key that authenticates this application. Required; it never appears in messages or logs. */
  public RatelimitBuilder rootKey(@Nullable String key) {
    rootKey = key;
    return this;
  }

  /**
   * Sets the address of the server, such as {@code https://limits.example/prefix}; by default the address of {@code
   * ./weir serve}.
   */
  public RatelimitBuilder baseUrl(String url) {
    Objects.requireNonNull(url, "baseUrl must not be null; omit it to use " + DEFAULT_BASE_URL);
    baseUrl = () -> ServerAddress.parse(url);
    return this;
  }

  /** Sets the address of the server. */
  public RatelimitBuilder baseUrl(URI url) {
    Objects.requireNonNull(url, "baseUrl must not be null; omit it to use " + DEFAULT_BASE_URL);
    baseUrl = () -> url;
    return this;
  }

  /** Sets the namespace in which identifiers are counted, by name or id. Required. */
  public RatelimitBuilder namespace(String name) {
    namespace = name;
    return this;
  }

  /** Sets the limit that applies unless a check or an override specifies another one. Required. */
  public RatelimitBuilder limit(Limit own) {
    Objects.requireNonNull(own, "limit must not be null");
    limit = () -> own;
    return this;
  }

  /** Sets the limit to {@code amount} per {@code duration}. */
  public RatelimitBuilder limit(long amount, Duration duration) {
    Objects.requireNonNull(duration, "duration must not be null");
    limit = () -> Limit.of(amount, duration);
    return this;
  }

  /** Sets the limit; the duration is written like {@code "60s"}. */
  public RatelimitBuilder limit(long amount, String duration) {
    Objects.requireNonNull(duration, "duration must not be null");
    limit = () -> Limit.of(amount, duration);
    return this;
  }

  /** Sets the time-out of a call, 1 ms to 5 minutes; by default 5 seconds. */
  public RatelimitBuilder timeout(Duration maxDuration) {
    Objects.requireNonNull(maxDuration, "timeout must not be null; omit it to use 5 s");
    timeout = () -> maxDuration;
    return this;
  }

  /** Sets the time-out of a call, written like {@code "500ms"}. */
  public RatelimitBuilder timeout(String maxDuration) {
    Objects.requireNonNull(maxDuration, "timeout must not be null; omit it to use 5 s");
    timeout = () -> DurationParser.parse("timeout", maxDuration);
    return this;
  }

  /** Sets the answer to use when the server gives none: {@link Result#refuse} by default, or {@link Result#allow}. */
  public RatelimitBuilder fallback(Result answer) {
    Objects.requireNonNull(answer, "fallback must not be null; omit it to refuse");
    return fallback(identifier -> answer);
  }

  /** Sets a function that returns the answer for an identifier when the server gives none. */
  public RatelimitBuilder fallback(Function<String, Result> answer) {
    Objects.requireNonNull(answer, "fallback must not be null; omit it to refuse");
    fallback = answer;
    return this;
  }

  /**
   * Sets a function that answers instead of the fallback after any failure before the time-out, including those that
   * would otherwise be thrown. It receives the failure and the identifier.
   */
  public RatelimitBuilder onError(BiFunction<RatelimitException, String, Result> answer) {
    Objects.requireNonNull(answer, "onError must not be null; omit it to use the fallback");
    onError = answer;
    return this;
  }

  /** Caches refusals while they are certain to hold, and answers from the cache without a request. Off by default. */
  public RatelimitBuilder cacheRefusals() {
    return cacheRefusals(DEFAULT_REFUSALS);
  }

  /** Caches at most {@code maxEntries} refusals, 0 to 10,000,000; 0 disables the cache. */
  public RatelimitBuilder cacheRefusals(int maxEntries) {
    refusals = maxEntries;
    return this;
  }

  /**
   * Sets how often a call is retried if no connection could be made, 0 to 10; by default 3, after 50, 100 and 200 ms.
   * A request that may have reached the server is never sent again.
   */
  public RatelimitBuilder retries(int times) {
    retries = times;
    return this;
  }

  /** Sets the time source; tests use one that they advance themselves. */
  RatelimitBuilder timer(Timer own) {
    timer = () -> own;
    return this;
  }

  /** Creates the limiter. Close it when the application ends. */
  public Ratelimit build() {
    List<String> faults = new ArrayList<>();
    String key = checkedKey(faults);
    URI url = evaluate(baseUrl, faults);
    if (url != null) {
      faults.addAll(ServerAddress.faults(url));
    }
    String where = checkedNamespace(faults);
    Limit checked = checkedLimit(faults);
    Duration maxDuration = checkedTimeout(faults);
    if (retries < 0 || retries > MAX_RETRIES) {
      faults.add("retries must be 0 to " + MAX_RETRIES + ", but was " + retries);
    }
    if (refusals < 0 || refusals > MAX_REFUSALS) {
      faults.add("cacheRefusals must be 0 to " + MAX_REFUSALS + ", but was " + refusals);
    }
    if (!faults.isEmpty() || url == null || checked == null || maxDuration == null) {
      throw new IllegalArgumentException(
          "the limiter can't be built: " + String.join("; ", faults));
    }
    Timer time = timer.get();
    HttpTransport httpTransport =
        HttpTransport.create(new ServerAddress(url, key, maxDuration.toNanos(), retries), time);
    HttpRatelimit.FallbackPolicy fallbackPolicy =
        new HttpRatelimit.FallbackPolicy(fallback, onError, new FallbackLog(time));
    return HttpRatelimit.create(
        new HttpRatelimit.SharedResources(
            httpTransport, new RefusalCache(refusals, time), fallbackPolicy),
        where,
        checked);
  }

  private String checkedKey(List<String> faults) {
    if (rootKey == null || rootKey.isEmpty()) {
      faults.add("rootKey is required");
      return "";
    }
    if (!ServerAddress.isValidKey(rootKey)) {
      faults.add("rootKey must be 1 to " + ServerAddress.MAX_KEY_LENGTH
          + " visible ASCII characters without spaces");
    }
    return rootKey;
  }

  private String checkedNamespace(List<String> faults) {
    String name = namespace;
    if (name == null) {
      faults.add("namespace is required");
      return "";
    }
    try {
      Check.requireName("namespace", name);
    } catch (IllegalArgumentException e) {
      faults.add(e.getMessage());
    }
    return name;
  }

  private @Nullable Limit checkedLimit(List<String> faults) {
    if (limit == null) {
      faults.add("limit is required");
      return null;
    }
    Limit own = evaluate(limit, faults);
    if (own != null && own.amount() == 0) {
      faults.add(HttpRatelimit.ZERO_LIMIT_MESSAGE);
    }
    return own;
  }

  private @Nullable Duration checkedTimeout(List<String> faults) {
    Duration maxDuration = evaluate(timeout, faults);
    if (maxDuration != null
        && (maxDuration.compareTo(MIN_TIMEOUT) < 0 || maxDuration.compareTo(MAX_TIMEOUT) > 0)) {
      faults.add("timeout must be 1 ms to 5 minutes, but was " + maxDuration);
    }
    return maxDuration;
  }

  private static <T> @Nullable T evaluate(Supplier<T> given, List<String> faults) {
    try {
      return given.get();
    } catch (IllegalArgumentException e) {
      faults.add(String.valueOf(e.getMessage()));
      return null;
    }
  }
}
