// SPDX-License-Identifier: Apache-2.0
package io.weir.embedded;

import io.weir.BatchDecision;
import io.weir.api.BatchResult;
import io.weir.api.Check;
import io.weir.api.Limit;
import io.weir.api.Overrides;
import io.weir.api.Ratelimit;
import io.weir.api.Result;
import io.weir.engine.Engine;
import io.weir.reset.ResetResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A limiter that decides in this process with its own engine, and optionally shares its counts through Redis and
 * MySQL. An application that outgrows it can switch to a server with {@code HttpRatelimit} and change nothing else.
 *
 * <p>It answers as a server does, except for the differences listed in docs/embedded.md. Above all, overrides are
 * kept in this limiter's memory: no other process sees them, nor another limiter on the same engine, and they are
 * lost when the limiter is closed. Set them at the start.
 *
 * <p>A check waits for Redis only when necessary: 300 ms for a read, and rarely for a second one. Asynchronous checks
 * that wait are completed on the limiter's own threads, on which the application may block.
 */
public final class EmbeddedRatelimit implements Ratelimit {
  /** The limit of the v2 API. */
  private static final int MAX_BATCH_SIZE = 100;

  private final SharedState shared;
  private final boolean isView;
  private final String namespace;
  private final Limit limit;
  private final AppliedLimit defaultLimit;

  /**
   * The last look-up of this namespace's overrides. Written by any thread; if a write is seen late, the next check
   * sees it.
   */
  private volatile CachedOverrides cachedOverrides = new CachedOverrides(0, null);

  /**
   * The overrides of this namespace at the last look-up.
   *
   * @param namespaceCount the number of namespaces with overrides at that time: unless it has grown, another look-up
   *     finds the same
   * @param overrides the overrides; null if there never were any
   */
  private record CachedOverrides(
      int namespaceCount, @Nullable NamespaceOverrides overrides) {}

  EmbeddedRatelimit(SharedState shared, boolean isView, String namespace, Limit limit) {
    this.shared = shared;
    this.isView = isView;
    this.namespace = namespace;
    this.limit = limit;
    this.defaultLimit = new AppliedLimit(shared.limiter(namespace, limit), "");
  }

  /** Creates a builder. */
  public static EmbeddedBuilder builder() {
    return new EmbeddedBuilder();
  }

  @Override
  public Result limit(String identifier) {
    return limit(identifier, 1);
  }

  @Override
  public Result limit(String identifier, long cost) {
    return check(appliedLimit(identifier), identifier, cost);
  }

  @Override
  public Result limit(Check check) {
    return check(appliedLimit(check), check.identifier(), check.cost());
  }

  /**
   * Runs a check. A check that coincides with {@code close()} reports that the limiter is closed, not the engine's
   * own exception.
   */
  private Result check(AppliedLimit appliedLimit, String identifier, long cost) {
    try {
      return appliedLimit.check(identifier, cost);
    } catch (IllegalStateException e) {
      shared.requireOpen();
      throw e;
    }
  }

  @Override
  public CompletableFuture<Result> limitAsync(String identifier, long cost) {
    return appliedLimit(identifier).checkAsync(identifier, cost, shared.callbackThreads());
  }

  @Override
  public CompletableFuture<Result> limitAsync(Check check) {
    return appliedLimit(check)
        .checkAsync(check.identifier(), check.cost(), shared.callbackThreads());
  }

  private AppliedLimit appliedLimit(String identifier) {
    shared.requireOpen();
    NamespaceOverrides book = currentOverrides();
    AppliedLimit override = book == null ? null : book.match(identifier);
    return override == null ? defaultLimit : override;
  }

  private @Nullable NamespaceOverrides currentOverrides() {
    CachedOverrides known = cachedOverrides;
    int bookCount = shared.namespaceCount();
    if (known.overrides() == null && known.namespaceCount() != bookCount) {
      known = new CachedOverrides(bookCount, shared.overrides(namespace));
      cachedOverrides = known;
    }
    return known.overrides();
  }

  private AppliedLimit appliedLimit(Check check) {
    if (check.namespace() == null && check.limit() == null) {
      return appliedLimit(check.identifier());
    }
    shared.requireOpen();
    String where = check.namespace() == null ? namespace : check.namespace();
    NamespaceOverrides book = shared.overrides(where);
    AppliedLimit override = book == null ? null : book.match(check.identifier());
    return override == null
        ? new AppliedLimit(shared.limiter(where, check.limit() == null ? limit : check.limit()), "")
        : override;
  }

  @Override
  public BatchResult limitAll(List<Check> checks) {
    List<AppliedLimit> ways = appliedLimits(checks);
    return toBatchResult(ways, shared.engine().check(batch(ways, checks)));
  }

  @Override
  public CompletableFuture<BatchResult> limitAllAsync(List<Check> checks) {
    List<AppliedLimit> ways = appliedLimits(checks);
    return shared
        .callbackThreads()
        .answer(
            shared.engine().checkAsync(batch(ways, checks)),
            decision -> toBatchResult(ways, decision));
  }

  private List<AppliedLimit> appliedLimits(List<Check> checks) {
    shared.requireOpen();
    if (checks.isEmpty() || checks.size() > MAX_BATCH_SIZE) {
      throw new IllegalArgumentException(
          "a batch must hold 1 to " + MAX_BATCH_SIZE + " checks, but held " + checks.size());
    }
    List<AppliedLimit> ways = new ArrayList<>(checks.size());
    for (Check check : checks) {
      ways.add(appliedLimit(check));
    }
    return ways;
  }

  private static List<io.weir.engine.BatchCheck> batch(
      List<AppliedLimit> ways, List<Check> checks) {
    List<io.weir.engine.BatchCheck> batch = new ArrayList<>(checks.size());
    for (int i = 0; i < checks.size(); i++) {
      Check check = checks.get(i);
      batch.add(ways.get(i).limiter().of(check.identifier(), check.cost()));
    }
    return batch;
  }

  private static BatchResult toBatchResult(List<AppliedLimit> ways, BatchDecision decision) {
    List<Result> results = new ArrayList<>(ways.size());
    for (int i = 0; i < ways.size(); i++) {
      results.add(ways.get(i).toResult(decision.decisions().get(i)));
    }
    return new BatchResult(decision.allowed(), results);
  }

  /**
   * {@inheritDoc} They are kept in memory: no other process or limiter sees them, and they are lost when this limiter
   * is closed.
   */
  @Override
  public Overrides overrides() {
    shared.requireOpen();
    return new EmbeddedOverrides(shared, namespace);
  }

  @Override
  public EmbeddedRatelimit in(String otherNamespace, Limit otherLimit) {
    shared.requireOpen();
    Check unusedSound = Check.of("anybody").namespace(otherNamespace);
    return new EmbeddedRatelimit(shared, true, otherNamespace, otherLimit);
  }

  /**
   * Resets the counts of an identifier of this namespace in all windows, for example to unblock a customer or to undo
   * wrong counts. The reset applies here immediately, and within a second in all processes that share a store with
   * this one. The result says which stores have it; an unavailable store receives it later. Completes with {@link
   * io.weir.reset.ResetRefused} if the maximum of 10,000 identifiers was reset within 91 days.
   */
  public CompletableFuture<ResetResult> resetIdentifier(String identifier) {
    shared.requireOpen();
    return shared.engine().reset(shared.workspace(), namespace, identifier);
  }

  /**
   * Returns which stores are available, as far as is known. Makes no calls, so it is cheap enough for every probe.
   */
  public Engine.Health health() {
    return shared.engine().health();
  }

  /** Returns the engine that decides. */
  public Engine engine() {
    return shared.engine();
  }

  /**
   * Stops accepting checks, answers the pending ones, and publishes outstanding counts to the stores within the close
   * time-out. An engine that the application created stays open: close it afterwards.
   */
  @Override
  public void close() {
    if (!isView) {
      shared.close();
    }
  }
}
