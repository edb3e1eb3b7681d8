// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import io.weir.Decision;
import io.weir.LimitPolicy;
import io.weir.cell.Scope;
import io.weir.window.Evaluation;
import java.util.concurrent.CompletableFuture;

/**
 * Answers checks under one limit, for the identifiers of one namespace. Created by {@link Engine#limiter}.
 * Thread-safe.
 */
public final class Limiter {
  private final Decider decider;
  private final Scope scope;
  private final LimitPolicy limitPolicy;

  Limiter(Decider decider, Scope scope, LimitPolicy limitPolicy) {
    this.decider = decider;
    this.scope = scope;
    this.limitPolicy = limitPolicy;
  }

  /** Checks whether this identifier may spend 1 now. */
  public Decision check(String identifier) {
    BatchCheck.requireIdentifier(identifier);
    return decider.decide(this, identifier, 1);
  }

  /**
   * Checks whether this identifier may spend this cost now. Answers from memory when the subject is warm; else waits
   * for the region, up to the read deadline. Callers that must not wait use {@link #checkAsync}.
   */
  public Decision check(String identifier, long cost) {
    BatchCheck.requireIdentifier(identifier);
    BatchCheck.requireCost(cost);
    return decider.decide(this, identifier, cost);
  }

  /** Returns the current state of this identifier without spending anything. */
  public Decision look(String identifier) {
    return check(identifier, 0);
  }

  /**
   * Like {@link #check}, but does not block. Already complete when no store has to be read. Fails only if the engine
   * was closed.
   */
  public CompletableFuture<Decision> checkAsync(String identifier, long cost) {
    BatchCheck.requireIdentifier(identifier);
    BatchCheck.requireCost(cost);
    return decider.decideAsync(this, identifier, cost);
  }

  /** Creates a check of cost 1 for a batch. */
  public BatchCheck of(String identifier) {
    return new BatchCheck(this, identifier, 1);
  }

  /** Creates a check for a batch. */
  public BatchCheck of(String identifier, long cost) {
    return new BatchCheck(this, identifier, cost);
  }

  /** Creates an evaluation of this cost at this instant. */
  Evaluation evaluation(long cost, long epochMillis) {
    Evaluation e =
        new Evaluation(limitPolicy.amount(), limitPolicy.durationMillis(), cost, epochMillis);
    return limitPolicy.exactWindow() ? e.withExactWindow() : e;
  }

  /** The limit that this limiter applies. */
  public LimitPolicy limit() {
    return limitPolicy;
  }

  Scope scope() {
    return scope;
  }

  Decider decider() {
    return decider;
  }
}
