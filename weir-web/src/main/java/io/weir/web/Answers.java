// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import io.weir.api.Result;
import io.weir.api.Result.Source;
import io.weir.api.common.RateLimitFields;
import io.weir.web.Admission.Header;
import io.weir.web.Admission.Outcome;
import io.weir.web.answer.Problem;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns what a limiter answered into what the client is answered. Nothing in it tells who the limiter takes the client for. */
final class Answers {
  private static final int TOO_MANY = 429;
  private static final int UNAVAILABLE = 503;
  private static final String TOO_MANY_TITLE = "Too Many Requests";
  private static final String RETRY_AFTER = "Retry-After";

  /** No waiting helps. */
  private static final long NEVER = Long.MAX_VALUE;

  private static final Header SOON = new Header(RETRY_AFTER, "1");

  private static final byte[] UNAVAILABLE_BODY = Problem.of(
          UNAVAILABLE,
          "Service Unavailable",
          "The rate limit of this request could not be checked. Try again.")
      .with("retryAfter", 1)
      .bytes();

  private final boolean withHeaders;
  private final InstantSource time;

  Answers(boolean withHeaders, InstantSource time) {
    this.withHeaders = withHeaders;
    this.time = time;
  }

  /** The answer to a request whose rules the limiter was asked for. */
  Admission of(List<Outcome> outcomes, boolean success) {
    Outcome tightest = tightest(outcomes);
    if (!success && (tightest == null || tightest.result().success())) {
      return unavailable(outcomes);
    }
    if (tightest == null) {
      return Admission.admitted(List.of(), outcomes);
    }
    List<Header> headers = new ArrayList<>(6);
    if (withHeaders) {
      addStanding(headers, outcomes, tightest);
    }
    return success
        ? Admission.admitted(Collections.unmodifiableList(headers), outcomes)
        : refused(headers, outcomes, tightest);
  }

  /** The answer when it is not known whether the request may go ahead: the limiter is at fault, not the client. */
  static Admission unavailable(List<Outcome> outcomes) {
    return Admission.refused(UNAVAILABLE, List.of(SOON), UNAVAILABLE_BODY, outcomes);
  }

  /** The answer to a request that does not say whose it is, under a rule that wants to know. */
  Admission unidentified(Rule rule) {
    byte[] body = Problem.of(
            TOO_MANY,
            TOO_MANY_TITLE,
            "The request lacks the identifier that its rate limit applies to.")
        .with("policy", rule.name())
        .bytes();
    return Admission.refused(TOO_MANY, List.of(), body, List.of());
  }

  private Admission refused(List<Header> headers, List<Outcome> outcomes, Outcome tightest) {
    long seconds = waitSeconds(tightest.result());
    String detail = seconds == NEVER
        ? "The request costs more than its rate limit allows. Retrying does not help."
        : "Rate limit exceeded. Try again later.";
    Problem problem = Problem.of(TOO_MANY, TOO_MANY_TITLE, detail)
        .with("policy", tightest.rule().name());
    if (seconds != NEVER) {
      problem.with("retryAfter", seconds);
      headers.add(new Header(RETRY_AFTER, Long.toString(seconds)));
    }
    return Admission.refused(
        TOO_MANY, Collections.unmodifiableList(headers), problem.bytes(), outcomes);
  }

  /**
   * Of the answers that a limiter gave, the one that binds most: a refusal before a pass, of refusals the one with the longest
   * wait, of passes the one that leaves the least. Null if no limiter was heard.
   */
  private @Nullable Outcome tightest(List<Outcome> outcomes) {
    Outcome tightest = null;
    for (int i = 0; i < outcomes.size(); i++) {
      Outcome outcome = outcomes.get(i);
      if (isHeard(outcome.result())
          && (tightest == null || isTighter(outcome.result(), tightest.result()))) {
        tightest = outcome;
      }
    }
    return tightest;
  }

  private static boolean isHeard(Result result) {
    return result.source() != Source.FALLBACK && result.source() != Source.ERROR;
  }

  private boolean isTighter(Result one, Result other) {
    if (one.success() != other.success()) {
      return !one.success();
    }
    return one.success()
        ? one.remaining() < other.remaining()
        : waitSeconds(one) > waitSeconds(other);
  }

  /** How long a refused request should wait; until the window's end if the limiter does not say. */
  private long waitSeconds(Result refusal) {
    long millis = refusal.retryAfterMillis();
    if (millis == Result.NEVER) {
      return NEVER;
    }
    long wait = millis == Result.UNTOLD ? refusal.reset() - time.millis() : millis;
    return Math.max(1, RateLimitFields.seconds(wait));
  }

  private void addStanding(List<Header> headers, List<Outcome> outcomes, Outcome tightest) {
    headers.add(new Header("RateLimit-Policy", policies(outcomes)));
    headers.add(new Header("RateLimit", states(outcomes)));
    Result result = tightest.result();
    headers.add(new Header("X-RateLimit-Limit", Long.toString(result.limit())));
    headers.add(new Header("X-RateLimit-Remaining", Long.toString(remaining(result))));
    headers.add(new Header("X-RateLimit-Reset", Long.toString(result.reset())));
  }

  /** As the server says it: nothing is left for who was refused, even if something cheaper would fit. */
  private static long remaining(Result result) {
    return result.success() ? result.remaining() : 0;
  }

  private static String policies(List<Outcome> outcomes) {
    if (outcomes.size() == 1) {
      return policy(outcomes.get(0));
    }
    StringBuilder all = new StringBuilder();
    for (Outcome outcome : outcomes) {
      if (isHeard(outcome.result())) {
        all.append(all.isEmpty() ? "" : ", ").append(policy(outcome));
      }
    }
    return all.toString();
  }

  /** An override may have another window, and its answer does not tell. */
  private static String policy(Outcome outcome) {
    RateLimitFields fields = outcome.rule().fields();
    Result result = outcome.result();
    boolean isOwn = result.overrideId().isEmpty() && result.limit() == fields.amount();
    return isOwn ? fields.policy() : fields.policyOf(result.limit());
  }

  private String states(List<Outcome> outcomes) {
    long now = time.millis();
    if (outcomes.size() == 1) {
      return state(outcomes.get(0), now);
    }
    StringBuilder all = new StringBuilder();
    for (Outcome outcome : outcomes) {
      if (isHeard(outcome.result())) {
        all.append(all.isEmpty() ? "" : ", ").append(state(outcome, now));
      }
    }
    return all.toString();
  }

  /** For who was refused the time to come back is what counts, which may be after the window's end, or never. */
  private String state(Outcome outcome, long now) {
    Result result = outcome.result();
    RateLimitFields fields = outcome.rule().fields();
    long seconds =
        result.success() ? RateLimitFields.seconds(result.reset() - now) : waitSeconds(result);
    return seconds == NEVER
        ? fields.state(remaining(result))
        : fields.state(remaining(result), seconds);
  }
}
