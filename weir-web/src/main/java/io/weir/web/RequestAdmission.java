// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import io.weir.api.Result;
import java.time.InstantSource;
import java.util.List;

/** The outcome for a request: whether it is admitted, and the response to send. */
public final class RequestAdmission {
  /** The media type of a refused request's {@link #body}. */
  public static final String CONTENT_TYPE = "application/problem+json";

  private static final byte[] EMPTY = {};

  /** The outcome for a request to which no rule applies. */
  static final RequestAdmission UNLIMITED = new RequestAdmission(200, List.of(), EMPTY, List.of());

  /**
   * A header field of the response.
   *
   * @param name its name
   * @param value its value, a single line of ASCII
   */
  public record ResponseHeaderField(String name, String value) {}

  /**
   * The outcome of one rule.
   *
   * @param rule the rule
   * @param result the result of the limiter or of its fallback
   */
  public record AdmissionOutcome(Rule rule, Result result) {}

  private final int status;
  private final List<ResponseHeaderField> headers;
  private final byte[] body;
  private final List<AdmissionOutcome> outcomes;

  private RequestAdmission(
      int status, List<ResponseHeaderField> headers, byte[] body, List<AdmissionOutcome> outcomes) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.outcomes = outcomes;
  }

  static RequestAdmission admitted(
      List<ResponseHeaderField> headers, List<AdmissionOutcome> outcomes) {
    return new RequestAdmission(200, headers, EMPTY, outcomes);
  }

  static RequestAdmission refused(
      int status, List<ResponseHeaderField> headers, byte[] body, List<AdmissionOutcome> outcomes) {
    return new RequestAdmission(status, headers, body, outcomes);
  }

  /**
   * Returns the response to a request that was refused by inner code instead of a filter, such as by a limit on a
   * resource that it calls.
   *
   * @param headers whether the response describes the limit; Retry-After is sent in any case
   */
  public static RequestAdmission refused(Rule rule, Result result, boolean headers) {
    return new LimitResponses(headers, InstantSource.system())
        .of(List.of(new AdmissionOutcome(rule, result)), false);
  }

  /** Returns the response to a request for which it is unknown whether it is within its limits. */
  public static RequestAdmission unavailable() {
    return LimitResponses.unavailable(List.of());
  }

  /** Returns whether the request is admitted. */
  public boolean admitted() {
    return status == 200;
  }

  /**
   * Returns the status of the response: 429 if a limit refuses the request, 503 if it is unknown whether one does,
   * and 200, which has no further meaning, if the request is admitted.
   */
  public int status() {
    return status;
  }

  /** Returns the headers to set on the response, in order, whether or not the request is admitted. */
  public List<ResponseHeaderField> headers() {
    return headers;
  }

  /** Returns the body of the response to a refused request; empty if the request is admitted. */
  public byte[] body() {
    return body.clone();
  }

  /** Returns the outcomes on which this is based, one per rule that was checked, in the order of the rules. */
  public List<AdmissionOutcome> outcomes() {
    return outcomes;
  }

  @Override
  public String toString() {
    return "RequestAdmission[" + status + ' ' + headers + ']';
  }
}
