// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import io.weir.api.Result;
import io.weir.api.Result.Source;
import io.weir.api.common.RateLimitFields;
import io.weir.web.RequestAdmission.AdmissionOutcome;
import io.weir.web.RequestAdmission.ResponseHeaderField;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts results of the limiter to HTTP responses. The responses do not reveal the identifier of the client. */
final class LimitResponses {
  private static final int TOO_MANY = 429;
  private static final int UNAVAILABLE = 503;
  private static final String TOO_MANY_TITLE = "Too Many Requests";
  private static final String RETRY_AFTER = "Retry-After";

  /** Retrying never helps. */
  private static final long NEVER = Long.MAX_VALUE;

  private static final ResponseHeaderField RETRY_SOON = new ResponseHeaderField(RETRY_AFTER, "1");

  private static final byte[] UNAVAILABLE_BODY = ProblemJson.of(
          UNAVAILABLE,
          "Service Unavailable",
          "The rate limit of this request could not be checked. Try again.")
      .with("retryAfter", 1)
      .bytes();

  private final boolean withHeaders;
  private final InstantSource time;

  LimitResponses(boolean withHeaders, InstantSource time) {
    this.withHeaders = withHeaders;
    this.time = time;
  }

  /** Returns the response to a request that was checked against the limiter. */
  RequestAdmission of(List<AdmissionOutcome> outcomes, boolean success) {
    AdmissionOutcome tightest = tightest(outcomes);
    if (!success && (tightest == null || tightest.result().success())) {
      return unavailable(outcomes);
    }
    if (tightest == null) {
      return RequestAdmission.admitted(List.of(), outcomes);
    }
    List<ResponseHeaderField> headers = new ArrayList<>(6);
    if (withHeaders) {
      addRateLimitFields(headers, outcomes, tightest);
    }
    return success
        ? RequestAdmission.admitted(Collections.unmodifiableList(headers), outcomes)
        : refused(headers, outcomes, tightest);
  }

  /**
   * Returns the response if it is unknown whether the request is within its limits: the limiter failed, not the
   * client.
   */
  static RequestAdmission unavailable(List<AdmissionOutcome> outcomes) {
    return RequestAdmission.refused(UNAVAILABLE, List.of(RETRY_SOON), UNAVAILABLE_BODY, outcomes);
  }

  /** Returns the response to a request without an identifier, under a rule that requires one. */
  RequestAdmission unidentified(Rule rule) {
    byte[] body = ProblemJson.of(
            TOO_MANY,
            TOO_MANY_TITLE,
            "The request lacks the identifier that its rate limit applies to.")
        .with("policy", rule.name())
        .bytes();
    return RequestAdmission.refused(TOO_MANY, List.of(), body, List.of());
  }

  private RequestAdmission refused(
      List<ResponseHeaderField> headers,
      List<AdmissionOutcome> outcomes,
      AdmissionOutcome tightest) {
    long seconds = waitSeconds(tightest.result());
    String detail = seconds == NEVER
        ? "The request costs more than its rate limit allows. Retrying does not help."
        : "Rate limit exceeded. Try again later.";
    ProblemJson problemJson = ProblemJson.of(TOO_MANY, TOO_MANY_TITLE, detail)
        .with("policy", tightest.rule().name());
    if (seconds != NEVER) {
      problemJson.with("retryAfter", seconds);
      headers.add(new ResponseHeaderField(RETRY_AFTER, Long.toString(seconds)));
    }
    return RequestAdmission.refused(
        TOO_MANY, Collections.unmodifiableList(headers), problemJson.bytes(), outcomes);
  }

  /**
   * Returns the most restrictive outcome: a refusal before an admission, among refusals the one with the longest
   * delay, among admissions the one with the fewest remaining units. Null if there is no outcome of a limiter.
   */
  private @Nullable AdmissionOutcome tightest(List<AdmissionOutcome> outcomes) {
    AdmissionOutcome tightest = null;
    for (int i = 0; i < outcomes.size(); i++) {
      AdmissionOutcome admissionOutcome = outcomes.get(i);
      if (isFromLimiter(admissionOutcome.result())
          && (tightest == null || isTighter(admissionOutcome.result(), tightest.result()))) {
        tightest = admissionOutcome;
      }
    }
    return tightest;
  }

  private static boolean isFromLimiter(Result result) {
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

  /** Returns how long a refused request should wait; until the end of the window if the limiter does not say. */
  private long waitSeconds(Result refusal) {
    long millis = refusal.retryAfterMillis();
    if (millis == Result.NEVER) {
      return NEVER;
    }
    long wait = millis == Result.UNKNOWN ? refusal.reset() - time.millis() : millis;
    return Math.max(1, RateLimitFields.seconds(wait));
  }

  private void addRateLimitFields(
      List<ResponseHeaderField> headers,
      List<AdmissionOutcome> outcomes,
      AdmissionOutcome tightest) {
    headers.add(new ResponseHeaderField("RateLimit-Policy", policies(outcomes)));
    headers.add(new ResponseHeaderField("RateLimit", states(outcomes)));
    Result result = tightest.result();
    headers.add(new ResponseHeaderField("X-RateLimit-Limit", Long.toString(result.limit())));
    headers.add(new ResponseHeaderField("X-RateLimit-Remaining", Long.toString(remaining(result))));
    headers.add(new ResponseHeaderField("X-RateLimit-Reset", Long.toString(result.reset())));
  }

  /** Returns the remaining units as the server reports them: 0 for a refusal, even if a smaller cost would fit. */
  private static long remaining(Result result) {
    return result.success() ? result.remaining() : 0;
  }

  private static String policies(List<AdmissionOutcome> outcomes) {
    if (outcomes.size() == 1) {
      return policy(outcomes.get(0));
    }
    StringBuilder all = new StringBuilder();
    for (AdmissionOutcome admissionOutcome : outcomes) {
      if (isFromLimiter(admissionOutcome.result())) {
        all.append(all.isEmpty() ? "" : ", ").append(policy(admissionOutcome));
      }
    }
    return all.toString();
  }

  /** Returns the policy field. An override may have another window, which the result does not contain. */
  private static String policy(AdmissionOutcome admissionOutcome) {
    RateLimitFields fields = admissionOutcome.rule().fields();
    Result result = admissionOutcome.result();
    boolean isOwn = result.overrideId().isEmpty() && result.limit() == fields.amount();
    return isOwn ? fields.policy() : fields.policyOf(result.limit());
  }

  private String states(List<AdmissionOutcome> outcomes) {
    long now = time.millis();
    if (outcomes.size() == 1) {
      return state(outcomes.get(0), now);
    }
    StringBuilder all = new StringBuilder();
    for (AdmissionOutcome admissionOutcome : outcomes) {
      if (isFromLimiter(admissionOutcome.result())) {
        all.append(all.isEmpty() ? "" : ", ").append(state(admissionOutcome, now));
      }
    }
    return all.toString();
  }

  /**
   * Returns the state field. For a refusal it contains the retry delay, which may be longer than the rest of the
   * window, or infinite.
   */
  private String state(AdmissionOutcome admissionOutcome, long now) {
    Result result = admissionOutcome.result();
    RateLimitFields fields = admissionOutcome.rule().fields();
    long seconds =
        result.success() ? RateLimitFields.seconds(result.reset() - now) : waitSeconds(result);
    return seconds == NEVER
        ? fields.state(remaining(result))
        : fields.state(remaining(result), seconds);
  }
}
