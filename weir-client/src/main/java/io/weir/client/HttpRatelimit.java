// SPDX-License-Identifier: Apache-2.0
package io.weir.client;

import io.weir.api.BatchResult;
import io.weir.api.Check;
import io.weir.api.Limit;
import io.weir.api.Overrides;
import io.weir.api.Ratelimit;
import io.weir.api.RatelimitException;
import io.weir.api.Result;
import io.weir.client.http.HttpOutcome;
import io.weir.client.http.HttpTransport;
import io.weir.client.json.MalformedBodyException;
import io.weir.client.json.RequestWriter;
import io.weir.client.json.RequestWriter.CheckRequest;
import io.weir.client.json.ResponseParser;
import io.weir.client.json.ResponseParser.BatchVerdict;
import io.weir.client.json.ResponseParser.CheckVerdict;
import io.weir.client.json.ResponseProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A limiter that sends its checks to a server of the v2 API. */
public final class HttpRatelimit implements Ratelimit {
  /*
   * Where the answer to a check comes from:
   *   - the server, if its complete response arrives before the time-out;
   *   - the fallback, at the time-out;
   *   - after any other failure, immediately: the error function if there is one, otherwise the fallback. If there is
   *     no error function and the server rejected the request as invalid, the exception is thrown instead, because
   *     retrying does not help.
   * No other exception is thrown, and no call waits longer than the time-out.
   */

  static final String ZERO_LIMIT_MESSAGE =
      "limit must be 1 to " + Long.MAX_VALUE + " for checks by a server; only overrides may have 0";

  private static final int MAX_CHECKS = 100;
  static final int OK = 200;

  /**
   * The resources that all views of a limiter share.
   *
   * @param transport sends requests
   * @param refusals the cached refusals that are still valid
   * @param fallbackPolicy provides the answer when the server does not
   */
  record SharedResources(
      HttpTransport transport, RefusalCache refusals, FallbackPolicy fallbackPolicy) {}

  private final SharedResources sharedResources;
  private final String namespace;
  private final Limit limit;

  /** Whether this is the limiter that was built. Closing it ends its views; closing a view does not end it. */
  private final boolean isOwner;

  private HttpRatelimit(
      SharedResources sharedResources, String namespace, Limit limit, boolean isOwner) {
    this.sharedResources = sharedResources;
    this.namespace = namespace;
    this.limit = limit;
    this.isOwner = isOwner;
  }

  /** Creates a builder. */
  public static RatelimitBuilder builder() {
    return new RatelimitBuilder();
  }

  /** Creates the limiter that owns the shared resources. */
  static HttpRatelimit create(SharedResources sharedResources, String namespace, Limit limit) {
    return new HttpRatelimit(sharedResources, namespace, limit, true);
  }

  @Override
  public Result limit(Check check) {
    CheckRequest checkRequest = toRequest(check);
    Result known = cachedRefusal(checkRequest);
    if (known != null) {
      return known;
    }
    RefusalCache.Moment sentAt = sharedResources.refusals.moment();
    HttpOutcome httpOutcome =
        sharedResources.transport.send("limit", RequestWriter.check(checkRequest));
    return toResult(checkRequest, httpOutcome, sentAt);
  }

  @Override
  public CompletableFuture<Result> limitAsync(Check check) {
    CheckRequest checkRequest = toRequest(check);
    Result known = cachedRefusal(checkRequest);
    if (known != null) {
      return CompletableFuture.completedFuture(known);
    }
    RefusalCache.Moment sentAt = sharedResources.refusals.moment();
    return sharedResources.transport.sendAsync(
        "limit",
        RequestWriter.check(checkRequest),
        httpOutcome -> toResult(checkRequest, httpOutcome, sentAt));
  }

  @Override
  public BatchResult limitAll(List<Check> checks) {
    List<CheckRequest> requests = toRequests(checks);
    return toResult(
        requests, sharedResources.transport.send("multiLimit", RequestWriter.batch(requests)));
  }

  @Override
  public CompletableFuture<BatchResult> limitAllAsync(List<Check> checks) {
    List<CheckRequest> requests = toRequests(checks);
    return sharedResources.transport.sendAsync(
        "multiLimit",
        RequestWriter.batch(requests),
        httpOutcome -> toResult(requests, httpOutcome));
  }

  private CheckRequest toRequest(Check check) {
    sharedResources.transport.requireOpen();
    String where = check.namespace();
    Limit own = check.limit();
    Limit effective = own == null ? limit : own;
    requireSupported(effective);
    return new CheckRequest(
        where == null ? namespace : where,
        check.identifier(),
        effective.amount(),
        effective.duration().toMillis(),
        check.cost());
  }

  private List<CheckRequest> toRequests(List<Check> checks) {
    if (checks.isEmpty() || checks.size() > MAX_CHECKS) {
      throw new IllegalArgumentException(
          "a batch must have 1 to " + MAX_CHECKS + " checks, but had " + checks.size());
    }
    List<CheckRequest> requests = new ArrayList<>(checks.size());
    for (Check check : checks) {
      requests.add(toRequest(check));
    }
    return requests;
  }

  private static void requireSupported(Limit limit) {
    if (limit.amount() == 0) {
      throw new IllegalArgumentException(ZERO_LIMIT_MESSAGE);
    }
  }

  private @Nullable Result cachedRefusal(CheckRequest checkRequest) {
    RefusalCache.CachedRefusal cachedRefusal =
        sharedResources.refusals.find(refusalKey(checkRequest), checkRequest.cost());
    if (cachedRefusal == null) {
      return null;
    }
    RefusalCache.Refusal refusal = cachedRefusal.refusal();
    return new Result(
        false,
        refusal.limit(),
        refusal.remaining(),
        refusal.reset(),
        checkRequest.cost() > refusal.limit() ? Result.NEVER : cachedRefusal.remainingMillis(),
        refusal.overrideId(),
        Result.Source.CACHE);
  }

  private static RefusalCache.Key refusalKey(CheckRequest checkRequest) {
    return new RefusalCache.Key(
        checkRequest.namespace(),
        checkRequest.identifier(),
        checkRequest.limit(),
        checkRequest.durationMillis());
  }

  private Result toResult(
      CheckRequest checkRequest, HttpOutcome httpOutcome, RefusalCache.Moment sentAt) {
    RatelimitException failure;
    try {
      HttpOutcome.Reply reply = requireSuccess(httpOutcome, sharedResources.transport);
      CheckVerdict checkVerdict = parse(reply, ResponseParser::check);
      Result result = result(checkVerdict, checkRequest.cost(), reply.retryAfter());
      if (!result.success() && result.retryAfterMillis() != Result.NEVER) {
        sharedResources.refusals.put(
            refusalKey(checkRequest),
            new RefusalCache.Refusal(
                checkRequest.cost(),
                result.limit(),
                result.remaining(),
                result.reset(),
                result.overrideId()),
            new RefusalCache.RetryDelay(
                reply.retryAfter().statedMillis(), reply.retryAfter().certainMillis()),
            sentAt);
      }
      return result;
    } catch (RatelimitException e) {
      failure = e;
    }
    return sharedResources.fallbackPolicy.answer(failure, checkRequest.identifier());
  }

  private BatchResult toResult(List<CheckRequest> requests, HttpOutcome httpOutcome) {
    RatelimitException failure;
    try {
      HttpOutcome.Reply reply = requireSuccess(httpOutcome, sharedResources.transport);
      BatchVerdict all = parse(reply, body -> ResponseParser.batch(body, requests.size()));
      return toBatchResult(requests, all, reply.retryAfter());
    } catch (RatelimitException e) {
      failure = e;
    }
    List<Result> results = new ArrayList<>(requests.size());
    for (CheckRequest checkRequest : requests) {
      results.add(sharedResources.fallbackPolicy.answer(failure, checkRequest.identifier()));
    }
    return new BatchResult(results.stream().allMatch(Result::success), results);
  }

  /**
   * Converts the response to a batch. The server sends one retry delay per batch, after which the last of its checks
   * fits, so it applies to every refused check.
   */
  private static BatchResult toBatchResult(
      List<CheckRequest> requests, BatchVerdict all, HttpOutcome.RetryAfter retryDelay) {
    List<Result> results = new ArrayList<>(requests.size());
    for (int i = 0; i < requests.size(); i++) {
      results.add(result(all.verdicts().get(i), requests.get(i).cost(), retryDelay));
    }
    return new BatchResult(all.passed(), results);
  }

  private static Result result(
      CheckVerdict checkVerdict, long cost, HttpOutcome.RetryAfter retryDelay) {
    long retryAfter = retryDelay.statedMillis() < 0 ? Result.UNKNOWN : retryDelay.statedMillis();
    if (checkVerdict.passed()) {
      retryAfter = 0;
    } else if (cost > checkVerdict.limit()) {
      retryAfter = Result.NEVER;
    }
    return new Result(
        checkVerdict.passed(),
        checkVerdict.limit(),
        checkVerdict.remaining(),
        checkVerdict.reset(),
        retryAfter,
        checkVerdict.overrideId(),
        Result.Source.LIMITER);
  }

  /** Returns the reply if it is complete and reports success; otherwise throws. */
  static HttpOutcome.Reply requireSuccess(HttpOutcome httpOutcome, HttpTransport httpTransport) {
    if (httpOutcome instanceof HttpOutcome.Failure failure) {
      throw RatelimitExceptions.of(failure);
    }
    HttpOutcome.Reply reply = (HttpOutcome.Reply) httpOutcome;
    if (reply.status() != OK) {
      throw RatelimitExceptions.of(
          reply.status(), ResponseProblem.read(reply.body(), httpTransport::redactKey));
    }
    if (!reply.isJson()) {
      throw RatelimitExceptions.unintelligible(OK, "the content type is not JSON");
    }
    if (!reply.isComplete()) {
      throw RatelimitExceptions.unintelligible(OK, "the body is larger than 1 MB");
    }
    return reply;
  }

  /** A function that parses a response body. */
  interface BodyParser<T> {
    T parse(byte[] body) throws MalformedBodyException;
  }

  static <T> T parse(HttpOutcome.Reply reply, BodyParser<T> bodyParser) {
    try {
      return bodyParser.parse(reply.body());
    } catch (MalformedBodyException e) {
      throw RatelimitExceptions.unintelligible(reply.status(), String.valueOf(e.getMessage()));
    }
  }

  @Override
  public Overrides overrides() {
    sharedResources.transport.requireOpen();
    return new HttpOverrides(sharedResources.transport, sharedResources.refusals, namespace);
  }

  @Override
  public Ratelimit in(String name, Limit other) {
    sharedResources.transport.requireOpen();
    Check.requireName("namespace", name);
    requireSupported(other);
    return new HttpRatelimit(sharedResources, name, other, false);
  }

  @Override
  public void close() {
    if (isOwner) {
      sharedResources.transport.close();
    }
  }

  /**
   * Provides the answer when the server does not.
   *
   * @param fallback answers after the time-out, and after failures that may be temporary
   * @param onError answers after all failures except the time-out, if present
   * @param log logs the use of the fallback
   */
  record FallbackPolicy(
      Function<String, Result> fallback,
      @Nullable BiFunction<RatelimitException, String, Result> onError,
      FallbackLog log) {

    /** Returns the substitute answer for this failure, or throws the failure if there is none. */
    Result answer(RatelimitException failure, String identifier) {
      BiFunction<RatelimitException, String, Result> errors =
          failure.kind() == RatelimitException.Kind.TIMEOUT ? null : onError;
      if (errors == null && failure.kind() == RatelimitException.Kind.REJECTED) {
        throw failure;
      }
      if (errors == null) {
        log.record(String.valueOf(failure.getMessage()));
      }
      Result given;
      try {
        given = errors == null ? fallback.apply(identifier) : errors.apply(failure, identifier);
      } catch (RuntimeException e) {
        throw withSuppressed(failure, e);
      }
      if (given == null) {
        throw withSuppressed(
            failure,
            new NullPointerException(
                (errors == null ? "the fallback" : "onError") + " returned null"));
      }
      return given.from(errors == null ? Result.Source.FALLBACK : Result.Source.ERROR);
    }

    private static RatelimitException withSuppressed(
        RatelimitException failure, RuntimeException e) {
      if (e != failure) {
        failure.addSuppressed(e);
      }
      return failure;
    }
  }
}
