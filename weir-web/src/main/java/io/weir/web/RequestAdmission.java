// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import io.weir.api.Result;
import java.time.InstantSource;
import java.util.List;

/** Whether a request may go ahead, and what to answer. */
public final class RequestAdmission {
  /** The media type of a refused request's {@link #body}. */
  public static final String CONTENT_TYPE = "application/problem+json";

  private static final byte[] EMPTY = {};

  /** No rule applied. */
  static final RequestAdmission UNLIMITED = new RequestAdmission(200, List.of(), EMPTY, List.of());

  /**
   * A header of the answer.
   *
   * @param name its name
   * @param value its value, one line of ASCII
   */
  public record ResponseHeaderField(String name, String value) {}

  /**
   * What was answered for a rule.
   *
   * @param rule the rule
   * @param result the limiter's answer, or its fallback's
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
   * The answer to a request that was refused not by a filter but further in, such as by a limit on what it calls.
   *
   * @param headers whether it says how the limit stands; Retry-After is among them in any case
   */
  public static RequestAdmission refused(Rule rule, Result result, boolean headers) {
    return new LimitResponses(headers, InstantSource.system())
        .of(List.of(new AdmissionOutcome(rule, result)), false);
  }

  /** The answer to a request of which nobody could say whether it is within its limits. */
  public static RequestAdmission unavailable() {
    return LimitResponses.unavailable(List.of());
  }

  /** Whether the request may go ahead. */
  public boolean admitted() {
    return status == 200;
  }

  /**
   * The status to answer with: 429 if a limit refuses the request, 503 if nobody could say whether it does; 200, for
   * what it is worth, if the request may go ahead.
   */
  public int status() {
    return status;
  }

  /** Headers to set on the answer, in order, whether the request goes ahead or not. */
  public List<ResponseHeaderField> headers() {
    return headers;
  }

  /** The body of a refused request's answer; empty if the request may go ahead. */
  public byte[] body() {
    return body.clone();
  }

  /** The answers that it follows from, one per rule that the limiter was asked for, in the order of the rules. */
  public List<AdmissionOutcome> outcomes() {
    return outcomes;
  }

  @Override
  public String toString() {
    return "Admission[" + status + ' ' + headers + ']';
  }
}
