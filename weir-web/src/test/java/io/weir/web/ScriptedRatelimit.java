// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import io.weir.api.BatchResult;
import io.weir.api.Check;
import io.weir.api.Limit;
import io.weir.api.Overrides;
import io.weir.api.Ratelimit;
import io.weir.api.Result;
import io.weir.api.Result.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A limiter that returns scripted results, and records the checks it receives, one list per call. */
final class ScriptedRatelimit implements Ratelimit {
  /** When the windows of its results end. */
  static final long RESET = 1_000_060_000L;

  private final List<List<Check>> asked;
  private final Function<Check, Result> script;
  private final String namespace;
  private final Limit limit;

  private ScriptedRatelimit(
      List<List<Check>> asked, Function<Check, Result> script, String namespace, Limit limit) {
    this.asked = asked;
    this.script = script;
    this.namespace = namespace;
    this.limit = limit;
  }

  static ScriptedRatelimit answering(Function<Check, Result> script) {
    return new ScriptedRatelimit(new ArrayList<>(), script, "none", Limit.of(0, "1s"));
  }

  static ScriptedRatelimit failing(RuntimeException failure) {
    return answering(check -> {
      throw failure;
    });
  }

  static ScriptedRatelimit allowingAll() {
    return answering(check -> allowed(check, 7));
  }

  static Result allowed(Check check, long remaining) {
    return new Result(true, amount(check), remaining, RESET, 0, "", Source.LIMITER);
  }

  static Result refusal(Check check, long retryAfterMillis) {
    return new Result(false, amount(check), 0, RESET, retryAfterMillis, "", Source.LIMITER);
  }

  private static long amount(Check check) {
    Limit limit = check.limit();
    return limit == null ? -1 : limit.amount();
  }

  List<List<Check>> asked() {
    return asked;
  }

  /** Returns the identifiers that were checked. */
  List<String> identifiers() {
    return asked.stream().flatMap(List::stream).map(Check::identifier).toList();
  }

  private Check complete(Check check) {
    return check.namespace() == null ? check.namespace(namespace).limit(limit) : check;
  }

  @Override
  public Result limit(Check check) {
    asked.add(List.of(complete(check)));
    return script.apply(complete(check));
  }

  @Override
  public BatchResult limitAll(List<Check> checks) {
    asked.add(List.copyOf(checks));
    List<Result> results = checks.stream().map(script).toList();
    return new BatchResult(results.stream().allMatch(Result::success), results);
  }

  @Override
  public CompletableFuture<Result> limitAsync(Check check) {
    return CompletableFuture.supplyAsync(() -> limit(check), Runnable::run);
  }

  @Override
  public CompletableFuture<BatchResult> limitAllAsync(List<Check> checks) {
    return CompletableFuture.supplyAsync(() -> limitAll(checks), Runnable::run);
  }

  @Override
  public Overrides overrides() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Ratelimit in(String other, Limit most) {
    return new ScriptedRatelimit(asked, script, other, most);
  }

  @Override
  public void close() {}
}
