// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.monitoring;

import io.weir.api.Check;
import io.weir.api.Limit;
import io.weir.api.Ratelimit;
import io.weir.api.RatelimitException;
import io.weir.api.Result;
import io.weir.spring.properties.RuleProperties;
import io.weir.spring.properties.WeirProperties;
import io.weir.time.NanoClock;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A probe that determines whether a server would decide, without spending anything. */
public final class ServerProbe {
  /*
   * If there are rules, the probe sends the check of the first rule at a cost of 0: that also shows whether the key
   * has the permission, and counts nothing. Otherwise it reads an override that does not exist, which creates no
   * namespace; a key without the permission to read overrides is valid nevertheless.
   */

  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final String PROBE_IDENTIFIER = "weir-probe";

  /** Health checks wait for a few seconds. */
  private static final Duration MAX_WAIT = Duration.ofSeconds(1);

  /** How long a result is cached: frequent health checks must not cause as many requests to the server. */
  private static final long FRESH_NANOS = 1_000_000_000;

  /**
   * The state of the server.
   *
   * @param available whether it would decide
   * @param status the status of its refusal; 0 if there was none
   * @param reason why it would not decide; empty if it would
   */
  public record State(boolean available, int status, String reason) {
    private static final State AVAILABLE = new State(true, 0, "");

    /** Returns whether the key is rejected, or lacks a permission. */
    public boolean isKeyRefused() {
      return status == UNAUTHORIZED || status == FORBIDDEN;
    }
  }

  private final Supplier<CompletableFuture<State>> question;
  private final URI url;
  private final Duration timeout;
  private final NanoClock clock;

  /** The last result and its time. Guarded by this. */
  private @Nullable State lastState;

  private long lastStateNanos;

  private ServerProbe(
      Supplier<CompletableFuture<State>> question, WeirProperties properties, NanoClock clock) {
    this.question = question;
    this.url = URI.create(Objects.requireNonNull(properties.server().url()));
    this.timeout = properties.server().timeout();
    this.clock = clock;
  }

  /** Creates a probe that uses this limiter, which must be one of a server. */
  static ServerProbe of(Ratelimit limiter, WeirProperties properties, NanoClock clock) {
    return properties.web().enabled()
        ? properties.web().namedRules().stream()
            .findFirst()
            .map(rule -> new ServerProbe(() -> look(limiter, rule), properties, clock))
            .orElseGet(() -> new ServerProbe(() -> override(limiter), properties, clock))
        : new ServerProbe(() -> override(limiter), properties, clock);
  }

  private static CompletableFuture<State> look(Ratelimit limiter, RuleProperties rule) {
    Limit limit =
        new Limit(Objects.requireNonNull(rule.limit()), Objects.requireNonNull(rule.duration()));
    return limiter
        .limitAsync(new Check(PROBE_IDENTIFIER, 0, rule.name(), limit))
        .thenApply(result -> result.source() == Result.Source.FALLBACK
            ? new State(false, 0, "the server is not responding")
            : State.AVAILABLE);
  }

  private static CompletableFuture<State> override(Ratelimit limiter) {
    return limiter.overrides().getAsync(PROBE_IDENTIFIER).handle((found, failure) -> {
      State state = failure == null ? State.AVAILABLE : stateOf(failure);
      boolean isAnswered = state.status() > 0 && state.status() < 500;
      return isAnswered && state.status() != UNAUTHORIZED ? State.AVAILABLE : state;
    });
  }

  /** Returns the server's address, without parts that may be secret. */
  public String address() {
    return url.getScheme() + "://" + url.getHost() + (url.getPort() < 0 ? "" : ":" + url.getPort());
  }

  /** Returns the current state, at most a second old. Waits for a second at most. */
  public synchronized State probe() {
    State known = lastState;
    if (known == null || clock.nanoTime() - lastStateNanos > FRESH_NANOS) {
      known = await(timeout.compareTo(MAX_WAIT) < 0 ? timeout : MAX_WAIT);
      lastState = known;
      lastStateNanos = clock.nanoTime();
    }
    return known;
  }

  /** Returns the current state. Waits as long as a check may take. */
  public State probeWithFullTimeout() {
    return await(timeout.plus(MAX_WAIT));
  }

  private State await(Duration maxWait) {
    CompletableFuture<State> answer;
    try {
      answer = question.get();
    } catch (RatelimitException | IllegalStateException e) {
      return stateOf(e);
    }
    try {
      return answer.get(maxWait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      return stateOf(e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      answer.cancel(true);
      return new State(false, 0, "timed out after " + maxWait.toMillis() + " ms");
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      return new State(false, 0, "interrupted");
    }
  }

  private static State stateOf(Throwable thrown) {
    Throwable failure = thrown.getCause() instanceof RatelimitException cause ? cause : thrown;
    int status = failure instanceof RatelimitException known ? known.status() : 0;
    return new State(false, status, String.valueOf(failure.getMessage()));
  }
}
