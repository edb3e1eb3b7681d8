// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import io.weir.Decision;
import io.weir.Limit;
import io.weir.cell.Scope;
import io.weir.window.Evaluation;
import java.util.concurrent.CompletableFuture;

/** Answers checks under one limit, for the identifiers of one namespace. Made by {@link Engine#limiter}; share it freely. */
public final class Limiter {
  private final Decider decider;
  private final Scope scope;
  private final Limit limit;

  Limiter(Decider decider, Scope scope, Limit limit) {
    this.decider = decider;
    this.scope = scope;
    this.limit = limit;
  }

  /** May this identifier spend 1 now? */
  public Decision check(String identifier) {
    Check.requireIdentifier(identifier);
    return decider.decide(this, identifier, 1);
  }

  /**
   * May this identifier spend this much now? Answers from memory when the subject is warm; else waits for the region, up
   * to the read deadline. Callers that must not wait use {@link #checkAsync}.
   */
  public Decision check(String identifier, long cost) {
    Check.requireIdentifier(identifier);
    Check.requireCost(cost);
    return decider.decide(this, identifier, cost);
  }

  /** How things stand for this identifier, without spending anything. */
  public Decision look(String identifier) {
    return check(identifier, 0);
  }

  /** Like {@link #check}, already complete when no store has to be asked. Fails only if the engine was closed. */
  public CompletableFuture<Decision> checkAsync(String identifier, long cost) {
    Check.requireIdentifier(identifier);
    Check.requireCost(cost);
    return decider.decideAsync(this, identifier, cost);
  }

  /** A check of cost 1 for a batch. */
  public Check of(String identifier) {
    return new Check(this, identifier, 1);
  }

  /** A check for a batch. */
  public Check of(String identifier, long cost) {
    return new Check(this, identifier, cost);
  }

  /** A question of this cost at this instant. */
  Evaluation ask(long cost, long epochMillis) {
    Evaluation e = new Evaluation(limit.amount(), limit.durationMillis(), cost, epochMillis);
    return limit.exactWindow() ? e.exactly() : e;
  }

  /** The limit that applies. */
  public Limit limit() {
    return limit;
  }

  Scope scope() {
    return scope;
  }

  Decider decider() {
    return decider;
  }
}
