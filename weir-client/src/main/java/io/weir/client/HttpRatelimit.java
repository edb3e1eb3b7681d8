// SPDX-License-Identifier: Apache-2.0
package io.weir.client;

import io.weir.api.BatchResult;
import io.weir.api.Check;
import io.weir.api.Limit;
import io.weir.api.Overrides;
import io.weir.api.Ratelimit;
import io.weir.api.RatelimitException;
import io.weir.api.Result;
import io.weir.client.http.Courier;
import io.weir.client.http.Outcome;
import io.weir.client.json.Answers;
import io.weir.client.json.Answers.Verdict;
import io.weir.client.json.Answers.Verdicts;
import io.weir.client.json.MisshapenException;
import io.weir.client.json.Problem;
import io.weir.client.json.Questions;
import io.weir.client.json.Questions.Question;
import io.weir.client.log.Complaints;
import io.weir.client.refusals.Refusals;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A limiter that asks a server of the v2 API. */
public final class HttpRatelimit implements Ratelimit {
  /*
   * Who answers a check:
   *   - the server, if its whole answer is there before the time-out;
   *   - the fallback at the time-out;
   *   - if anything else went wrong, at once, the function for errors if there is one; else the fallback, unless the server
   *     refused the request as such. That does not pass by itself, so it is thrown.
   * Nothing else is ever thrown, and no call waits for longer than the time-out.
   */

  static final String NO_ZERO =
      "limit must be 1 to " + Long.MAX_VALUE + " for checks by a server; only overrides may have 0";

  private static final int MOST_CHECKS = 100;
  static final int OK = 200;

  /**
   * What all views of a limiter share.
   *
   * @param courier carries requests
   * @param refusals those that still stand
   * @param standby answers when the server does not
   */
  record Shared(Courier courier, Refusals refusals, Standby standby) {}

  private final Shared shared;
  private final String namespace;
  private final Limit limit;

  /** Whether this is the one that was built. Views end with it, and it does not end with them. */
  private final boolean owner;

  private HttpRatelimit(Shared shared, String namespace, Limit limit, boolean owner) {
    this.shared = shared;
    this.namespace = namespace;
    this.limit = limit;
    this.owner = owner;
  }

  /** A limiter to be put together piece by piece. */
  public static RatelimitBuilder builder() {
    return new RatelimitBuilder();
  }

  /** The one that owns what it shares. */
  static HttpRatelimit create(Shared shared, String namespace, Limit limit) {
    return new HttpRatelimit(shared, namespace, limit, true);
  }

  @Override
  public Result limit(Check check) {
    Question question = question(check);
    Result known = known(question);
    if (known != null) {
      return known;
    }
    Refusals.Moment asked = shared.refusals.moment();
    Outcome outcome = shared.courier.ask("limit", Questions.check(question));
    return answer(question, outcome, asked);
  }

  @Override
  public CompletableFuture<Result> limitAsync(Check check) {
    Question question = question(check);
    Result known = known(question);
    if (known != null) {
      return CompletableFuture.completedFuture(known);
    }
    Refusals.Moment asked = shared.refusals.moment();
    return shared.courier.send(
        "limit", Questions.check(question), outcome -> answer(question, outcome, asked));
  }

  @Override
  public BatchResult limitAll(List<Check> checks) {
    List<Question> questions = questions(checks);
    return answer(questions, shared.courier.ask("multiLimit", Questions.batch(questions)));
  }

  @Override
  public CompletableFuture<BatchResult> limitAllAsync(List<Check> checks) {
    List<Question> questions = questions(checks);
    return shared.courier.send(
        "multiLimit", Questions.batch(questions), outcome -> answer(questions, outcome));
  }

  private Question question(Check check) {
    shared.courier.requireOpen();
    String where = check.namespace();
    Limit own = check.limit();
    Limit what = own == null ? limit : own;
    requireTaken(what);
    return new Question(
        where == null ? namespace : where,
        check.identifier(),
        what.amount(),
        what.duration().toMillis(),
        check.cost());
  }

  private List<Question> questions(List<Check> checks) {
    if (checks.isEmpty() || checks.size() > MOST_CHECKS) {
      throw new IllegalArgumentException(
          "a batch must have 1 to " + MOST_CHECKS + " checks, but had " + checks.size());
    }
    List<Question> questions = new ArrayList<>(checks.size());
    for (Check check : checks) {
      questions.add(question(check));
    }
    return questions;
  }

  private static void requireTaken(Limit limit) {
    if (limit.amount() == 0) {
      throw new IllegalArgumentException(NO_ZERO);
    }
  }

  private @Nullable Result known(Question question) {
    Refusals.Standing standing = shared.refusals.find(key(question), question.cost());
    if (standing == null) {
      return null;
    }
    Refusals.Refusal said = standing.refusal();
    return new Result(
        false,
        said.limit(),
        said.remaining(),
        said.reset(),
        question.cost() > said.limit() ? Result.NEVER : standing.leftMillis(),
        said.overrideId(),
        Result.Source.CACHE);
  }

  private static Refusals.Key key(Question question) {
    return new Refusals.Key(
        question.namespace(), question.identifier(), question.limit(), question.durationMillis());
  }

  private Result answer(Question question, Outcome outcome, Refusals.Moment asked) {
    RatelimitException failure;
    try {
      Outcome.Reply reply = success(outcome, shared.courier);
      Verdict verdict = read(reply, Answers::check);
      Result result = result(verdict, question.cost(), reply.comeBack());
      if (!result.success() && result.retryAfterMillis() != Result.NEVER) {
        shared.refusals.keep(
            key(question),
            new Refusals.Refusal(
                question.cost(),
                result.limit(),
                result.remaining(),
                result.reset(),
                result.overrideId()),
            new Refusals.Told(reply.comeBack().toldMillis(), reply.comeBack().surelyMillis()),
            asked);
      }
      return result;
    } catch (RatelimitException e) {
      failure = e;
    }
    return shared.standby.answer(failure, question.identifier());
  }

  private BatchResult answer(List<Question> questions, Outcome outcome) {
    RatelimitException failure;
    try {
      Outcome.Reply reply = success(outcome, shared.courier);
      Verdicts all = read(reply, body -> Answers.batch(body, questions.size()));
      return batch(questions, all, reply.comeBack());
    } catch (RatelimitException e) {
      failure = e;
    }
    List<Result> results = new ArrayList<>(questions.size());
    for (Question question : questions) {
      results.add(shared.standby.answer(failure, question.identifier()));
    }
    return new BatchResult(results.stream().allMatch(Result::success), results);
  }

  /** The server says once for a batch when to come back, which is when the last of its checks fits: until then all may wait. */
  private static BatchResult batch(
      List<Question> questions, Verdicts all, Outcome.Return comeBack) {
    List<Result> results = new ArrayList<>(questions.size());
    for (int i = 0; i < questions.size(); i++) {
      results.add(result(all.verdicts().get(i), questions.get(i).cost(), comeBack));
    }
    return new BatchResult(all.passed(), results);
  }

  private static Result result(Verdict verdict, long cost, Outcome.Return comeBack) {
    long retryAfter = comeBack.toldMillis() < 0 ? Result.UNTOLD : comeBack.toldMillis();
    if (verdict.passed()) {
      retryAfter = 0;
    } else if (cost > verdict.limit()) {
      retryAfter = Result.NEVER;
    }
    return new Result(
        verdict.passed(),
        verdict.limit(),
        verdict.remaining(),
        verdict.reset(),
        retryAfter,
        verdict.overrideId(),
        Result.Source.LIMITER);
  }

  /** The answer, if it is a whole one of a success. */
  static Outcome.Reply success(Outcome outcome, Courier courier) {
    if (outcome instanceof Outcome.Failure failure) {
      throw RatelimitExceptions.of(failure);
    }
    Outcome.Reply reply = (Outcome.Reply) outcome;
    if (reply.status() != OK) {
      throw RatelimitExceptions.of(reply.status(), Problem.read(reply.body(), courier::withoutKey));
    }
    if (!reply.isJson()) {
      throw RatelimitExceptions.unintelligible(OK, "the content type is not JSON");
    }
    if (!reply.isWhole()) {
      throw RatelimitExceptions.unintelligible(OK, "the body is larger than 1 MB");
    }
    return reply;
  }

  /** Makes something of a body. */
  interface Reading<T> {
    T of(byte[] body) throws MisshapenException;
  }

  static <T> T read(Outcome.Reply reply, Reading<T> reading) {
    try {
      return reading.of(reply.body());
    } catch (MisshapenException e) {
      throw RatelimitExceptions.unintelligible(reply.status(), String.valueOf(e.getMessage()));
    }
  }

  @Override
  public Overrides overrides() {
    shared.courier.requireOpen();
    return new HttpOverrides(shared.courier, shared.refusals, namespace);
  }

  @Override
  public Ratelimit in(String name, Limit other) {
    shared.courier.requireOpen();
    Check.requireName("namespace", name);
    requireTaken(other);
    return new HttpRatelimit(shared, name, other, false);
  }

  @Override
  public void close() {
    if (owner) {
      shared.courier.close();
    }
  }

  /**
   * Answers when the server does not.
   *
   * @param fallback at the time-out, and for whatever passes by itself
   * @param onError for all but the time-out, if it is there
   * @param complaints tell the log of the fallback's answers
   */
  record Standby(
      Function<String, Result> fallback,
      @Nullable BiFunction<RatelimitException, String, Result> onError,
      Complaints complaints) {

    /** An answer in place of this failure, which is thrown if there is none. */
    Result answer(RatelimitException failure, String identifier) {
      BiFunction<RatelimitException, String, Result> errors =
          failure.kind() == RatelimitException.Kind.TIMEOUT ? null : onError;
      if (errors == null && failure.kind() == RatelimitException.Kind.REJECTED) {
        throw failure;
      }
      if (errors == null) {
        complaints.add(String.valueOf(failure.getMessage()));
      }
      Result given;
      try {
        given = errors == null ? fallback.apply(identifier) : errors.apply(failure, identifier);
      } catch (RuntimeException e) {
        throw suppressing(failure, e);
      }
      if (given == null) {
        throw suppressing(
            failure,
            new NullPointerException(
                (errors == null ? "the fallback" : "onError") + " returned null"));
      }
      return given.from(errors == null ? Result.Source.FALLBACK : Result.Source.ERROR);
    }

    private static RatelimitException suppressing(RatelimitException failure, RuntimeException e) {
      if (e != failure) {
        failure.addSuppressed(e);
      }
      return failure;
    }
  }
}
