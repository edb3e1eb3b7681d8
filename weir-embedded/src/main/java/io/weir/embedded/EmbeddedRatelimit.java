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
 * A limiter that decides in this process, by an engine of its own, and shares its counts through Redis and MySQL if it is
 * told to. An application that outgrows it asks a server instead, with {@code HttpRatelimit}, and changes nothing else.
 *
 * <p>It answers as a server does, but for what docs/embedded.md lists. Above all, overrides are kept in this limiter's memory:
 * no other process hears of them, nor another limiter on the same engine, and they are gone at its end; set them at the start.
 *
 * <p>A check waits for Redis only when it has to, 300 ms for a read, and seldom for a second one; asynchronous ones that do so are answered on threads of the
 * limiter's own, where the application may wait.
 */
public final class EmbeddedRatelimit implements Ratelimit {
  /** As in the v2 API. */
  private static final int MAX_BATCH_SIZE = 100;

  private final SharedState shared;
  private final boolean isView;
  private final String namespace;
  private final Limit limit;
  private final AppliedLimit defaultLimit;

  /** What was last seen of this namespace's overrides. Written by any thread; if that is late, the next check sees it. */
  private volatile CachedOverrides cachedOverrides = new CachedOverrides(0, null);

  /**
   * This namespace's overrides, as last looked up.
   *
   * @param namespaceCount how many namespaces had overrides then: unless there are more, looking again finds the same
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

  /** A limiter to be put together piece by piece. */
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

  /** Whoever comes in the moment of the closing is told that, and not what the engine makes of it. */
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

  /** {@inheritDoc} They are kept in memory: no other process or limiter hears of them, and they end with this one. */
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
   * Starts to count an identifier of this namespace anew, whatever the window: to unblock a customer, or to undo counts that are
   * wrong. It holds here at once, and within a second in all processes that share a store with this one. The result says which
   * stores have it; one that can't be reached is told later. Completes with {@link io.weir.reset.ResetRefused} if as many
   * identifiers were reset within 91 days as may be, 10,000.
   */
  public CompletableFuture<ResetResult> resetIdentifier(String identifier) {
    shared.requireOpen();
    return shared.engine().reset(shared.workspace(), namespace, identifier);
  }

  /** Which stores can be reached, as far as is known. Asks nobody: cheap enough for every probe. */
  public Engine.Health health() {
    return shared.engine().health();
  }

  /** What decides. */
  public Engine engine() {
    return shared.engine();
  }

  /**
   * Takes no more checks, answers those under way, and tells the stores what they do not know yet, within the time allowed
   * for it. An engine that the application made stays open: close it after this.
   */
  @Override
  public void close() {
    if (!isView) {
      shared.close();
    }
  }
}
