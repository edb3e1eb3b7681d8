// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import io.weir.Decision;
import io.weir.LimitPolicy;
import io.weir.cell.Scope;
import io.weir.window.Evaluation;
import java.util.concurrent.CompletableFuture;

/** Answers checks under one limit, for the identifiers of one namespace. Made by {@link Engine#limiter}; share it freely. */
public final class Limiter {
  private final Decider decider;
  private final Scope scope;
  private final LimitPolicy limitPolicy;

  Limiter(Decider decider, Scope scope, LimitPolicy limitPolicy) {
    this.decider = decider;
    this.scope = scope;
    this.limitPolicy = limitPolicy;
  }

  /** May this identifier spend 1 now? */
  public Decision check(String identifier) {
    BatchCheck.requireIdentifier(identifier);
    return decider.decide(this, identifier, 1);
  }

  /**
   * May this identifier spend this much now? Answers from memory when the subject is warm; else waits for the region, up
   * to the read deadline. Callers that must not wait use {@link #checkAsync}.
   */
  public Decision check(String identifier, long cost) {
    BatchCheck.requireIdentifier(identifier);
    BatchCheck.requireCost(cost);
    return decider.decide(this, identifier, cost);
  }

  /** How things stand for this identifier, without spending anything. */
  public Decision look(String identifier) {
    return check(identifier, 0);
  }

  /** Like {@link #check}, already complete when no store has to be asked. Fails only if the engine was closed. */
  public CompletableFuture<Decision> checkAsync(String identifier, long cost) {
    BatchCheck.requireIdentifier(identifier);
    BatchCheck.requireCost(cost);
    return decider.decideAsync(this, identifier, cost);
  }

  /** A check of cost 1 for a batch. */
  public BatchCheck of(String identifier) {
    return new BatchCheck(this, identifier, 1);
  }

  /** A check for a batch. */
  public BatchCheck of(String identifier, long cost) {
    return new BatchCheck(this, identifier, cost);
  }

  /** A question of this cost at this instant. */
  Evaluation evaluation(long cost, long epochMillis) {
    Evaluation e =
        new Evaluation(limitPolicy.amount(), limitPolicy.durationMillis(), cost, epochMillis);
    return limitPolicy.exactWindow() ? e.withExactWindow() : e;
  }

  /** The limit that applies. */
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
