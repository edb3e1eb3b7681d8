// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import io.weir.api.BatchResult;
import io.weir.api.Check;
import io.weir.api.Ratelimit;
import io.weir.api.RatelimitException;
import io.weir.api.Result;
import io.weir.api.common.FailureCause;
import io.weir.web.RequestAdmission.AdmissionOutcome;
import io.weir.web.Rule.Unidentified;
import io.weir.web.path.RequestPath;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Applies rules to requests by means of a limiter. All rules that match a request apply to it: the request is counted
 * for all of them or, if one refuses, for none. Instances are thread-safe. The owner of the limiter closes it.
 */
public final class RequestLimits {

  /** How requests are answered if the limiter throws. A limiter with a fallback returns that instead of throwing. */
  public enum OnFailure {
    /** The requests are admitted. */
    ALLOW,
    /** The requests are answered with 503. */
    REFUSE
  }

  /** The maximum size of a limiter's batch. */
  private static final int MAX_RULES = 100;

  private final Ratelimit ratelimit;
  private final List<Rule> rules;
  private final List<BoundRule> boundRules;
  private final OnFailure onFailure;
  private final RequestObserver observer;
  private final LimitResponses limitResponses;
  private final FailureLog log;

  private RequestLimits(Builder builder) {
    this.ratelimit = builder.ratelimit;
    this.rules = builder.rules;
    this.boundRules = builder.rules.stream()
        .map(rule -> new BoundRule(rule, ratelimit.in(rule.name(), rule.limit())))
        .toList();
    this.onFailure = builder.onFailure;
    this.observer = builder.observer;
    this.limitResponses = new LimitResponses(builder.headers, builder.time);
    this.log = new FailureLog(
        RequestLimits.class,
        builder.time,
        builder.onFailure == OnFailure.ALLOW
            ? "requests were allowed without being counted"
            : "requests were rejected with 503");
  }

  /**
   * Creates request limits with these rules and the defaults: headers are sent, and requests are refused if the
   * limiter throws.
   */
  public static RequestLimits of(Ratelimit ratelimit, List<Rule> rules) {
    return builder(ratelimit, rules).build();
  }

  /** Creates a builder for these rules, at most 100, each with a unique name. */
  public static Builder builder(Ratelimit ratelimit, List<Rule> rules) {
    return new Builder(ratelimit, rules);
  }

  /** Returns the rules, in their order. */
  public List<Rule> rules() {
    return rules;
  }

  /** Checks a request against the rules. Blocks until the limiter has answered. */
  public RequestAdmission admit(WebRequest request) {
    RequestChecks requestChecks = checksFor(request);
    if (requestChecks.isDecided()) {
      return admission(requestChecks);
    }
    BatchResult answer;
    try {
      answer = run(requestChecks);
    } catch (RatelimitException | IllegalStateException e) {
      return failed(requestChecks.boundRules, e);
    }
    return answered(requestChecks.boundRules, answer);
  }

  /** Asynchronous version of {@link #admit}. */
  public CompletableFuture<RequestAdmission> admitAsync(WebRequest request) {
    RequestChecks requestChecks = checksFor(request);
    if (requestChecks.isDecided()) {
      return CompletableFuture.completedFuture(admission(requestChecks));
    }
    CompletableFuture<BatchResult> answer;
    try {
      answer = runAsync(requestChecks);
    } catch (RatelimitException | IllegalStateException e) {
      return CompletableFuture.completedFuture(failed(requestChecks.boundRules, e));
    }
    return answer.handle((batch, thrown) -> thrown == null
        ? answered(requestChecks.boundRules, batch)
        : failed(requestChecks.boundRules, cause(thrown)));
  }

  private BatchResult run(RequestChecks requestChecks) {
    if (requestChecks.checks.size() > 1) {
      return ratelimit.limitAll(requestChecks.checks);
    }
    Check check = requestChecks.checks.get(0);
    Result result =
        requestChecks.boundRules.get(0).limiter().limit(check.identifier(), check.cost());
    return new BatchResult(result.success(), List.of(result));
  }

  private CompletableFuture<BatchResult> runAsync(RequestChecks requestChecks) {
    if (requestChecks.checks.size() > 1) {
      return ratelimit.limitAllAsync(requestChecks.checks);
    }
    Check check = requestChecks.checks.get(0);
    return requestChecks
        .boundRules
        .get(0)
        .limiter()
        .limitAsync(check.identifier(), check.cost())
        .thenApply(result -> new BatchResult(result.success(), List.of(result)));
  }

  /** Returns the failure that the limiter threw. Anything else is a bug in the program and is rethrown. */
  private static RuntimeException cause(Throwable thrown) {
    Throwable cause = FailureCause.of(thrown);
    if (cause instanceof RatelimitException failure) {
      return failure;
    }
    if (cause instanceof IllegalStateException failure) {
      return failure;
    }
    throw new CompletionException(cause);
  }

  /** A rule, with the limiter for its namespace and limit, so that requests need no look-up by name. */
  private record BoundRule(Rule rule, Ratelimit limiter) {}

  /** The checks to run for a request. */
  private static final class RequestChecks {
    private final List<BoundRule> boundRules = new ArrayList<>(2);
    private final List<Check> checks = new ArrayList<>(2);

    /** The rule that refuses the request without a check, if any. */
    private @Nullable Rule refusingRule;

    boolean isDecided() {
      return refusingRule != null || checks.isEmpty();
    }
  }

  private RequestChecks checksFor(WebRequest request) {
    RequestChecks requestChecks = new RequestChecks();
    String method = request.method();
    RequestPath path = RequestPath.of(request.path(), request.rawPath());
    for (int i = 0; i < boundRules.size() && requestChecks.refusingRule == null; i++) {
      BoundRule boundRule = boundRules.get(i);
      if (boundRule.rule().appliesTo(method, path)) {
        add(boundRule, boundRule.rule().identifierOf(request), requestChecks);
      }
    }
    return requestChecks;
  }

  private static void add(
      BoundRule boundRule, @Nullable String identifier, RequestChecks requestChecks) {
    Rule rule = boundRule.rule();
    if (identifier == null && rule.unidentified() == Unidentified.REFUSE) {
      requestChecks.refusingRule = rule;
    } else if (identifier != null || rule.unidentified() == Unidentified.SHARE) {
      requestChecks.boundRules.add(boundRule);
      requestChecks.checks.add(
          rule.check(identifier == null ? IdentifierText.UNKNOWN : identifier));
    }
  }

  private RequestAdmission admission(RequestChecks requestChecks) {
    Rule refusing = requestChecks.refusingRule;
    if (refusing == null) {
      return RequestAdmission.UNLIMITED;
    }
    observer.unidentified(refusing);
    return limitResponses.unidentified(refusing);
  }

  private RequestAdmission answered(List<BoundRule> checked, BatchResult answer) {
    List<AdmissionOutcome> outcomes = new ArrayList<>(checked.size());
    boolean isFallback = false;
    for (int i = 0; i < checked.size(); i++) {
      Rule rule = checked.get(i).rule();
      Result result = rule.orFallback(answer.results().get(i));
      isFallback |= result.source() == Result.Source.FALLBACK;
      outcomes.add(new AdmissionOutcome(rule, result));
      observer.answered(rule, result);
    }
    // A limiter that was unavailable counted nothing, so the rules' own fallbacks decide.
    boolean success = isFallback
        ? outcomes.stream()
            .allMatch(admissionOutcome -> admissionOutcome.result().success())
        : answer.success();
    return limitResponses.of(Collections.unmodifiableList(outcomes), success);
  }

  private RequestAdmission failed(List<BoundRule> checked, RuntimeException cause) {
    log.record(cause);
    for (BoundRule boundRule : checked) {
      observer.failed(boundRule.rule(), cause);
    }
    return onFailure == OnFailure.ALLOW
        ? RequestAdmission.UNLIMITED
        : RequestAdmission.unavailable();
  }

  /** A builder of request limits. */
  public static final class Builder {
    private final Ratelimit ratelimit;
    private final List<Rule> rules;
    private boolean headers = true;
    private OnFailure onFailure = OnFailure.REFUSE;
    private RequestObserver observer = RequestObserver.NONE;
    private InstantSource time = InstantSource.system();

    private Builder(Ratelimit ratelimit, List<Rule> rules) {
      this.ratelimit = ratelimit;
      this.rules = List.copyOf(rules);
      if (rules.size() > MAX_RULES) {
        throw new IllegalArgumentException(
            "there must be 0 to " + MAX_RULES + " rules, but were " + rules.size());
      }
      Set<String> names = new HashSet<>();
      for (Rule rule : rules) {
        if (!names.add(rule.name())) {
          throw new IllegalArgumentException("two rules have the name \"" + rule.name() + '"');
        }
      }
    }

    /** Sets whether responses describe their limits; by default they do. Retry-After is sent in any case. */
    public Builder headers(boolean enabled) {
      this.headers = enabled;
      return this;
    }

    /** Sets how requests are answered if the limiter throws. By default they are refused. */
    public Builder onFailure(OnFailure choice) {
      this.onFailure = choice;
      return this;
    }

    /** Sets the observer of outcomes. */
    public Builder observer(RequestObserver requestObserver) {
      this.observer = requestObserver;
      return this;
    }

    /** Sets the time source. */
    public Builder time(InstantSource source) {
      this.time = source;
      return this;
    }

    /** Creates the request limits. */
    public RequestLimits build() {
      return new RequestLimits(this);
    }
  }
}
