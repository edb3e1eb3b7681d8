// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import java.util.function.Function;

/**
 * An endpoint: how requests for one path are processed.
 *
 * @param method the method that it accepts
 * @param name its name in metrics
 * @param filter decides whether requests are admitted
 * @param isProbe whether it reports liveness or readiness: then it responds regardless of the load
 */
public record Endpoint(String method, String name, RequestFilter filter, boolean isProbe) {

  /** Admits or rejects requests by their heads. */
  public interface RequestFilter {
    /**
     * Returns how to respond to the request once its body has arrived, now or later, and its workspace if it needs a
     * key. Throws a {@link io.weir.server.problem.Problem} if the body need not be read.
     */
    AdmittedRequest admit(RequestHead head);
  }

  /** Returns an endpoint for POST requests. */
  public static Endpoint post(String name, RequestFilter filter) {
    return new Endpoint("POST", name, filter, false);
  }

  /** Returns an endpoint for GET requests that responds immediately. */
  public static Endpoint get(String name, Function<RequestHead, ServerResponse> answer) {
    return new Endpoint("GET", name, filter(answer), false);
  }

  /** Returns an endpoint that reports whether the server is alive or ready. */
  public static Endpoint probe(String name, Function<RequestHead, ServerResponse> answer) {
    return new Endpoint("GET", name, filter(answer), true);
  }

  private static RequestFilter filter(Function<RequestHead, ServerResponse> answer) {
    return head -> new AdmittedRequest(null, request -> request.respond(answer.apply(head)));
  }

  /** Returns whether it accepts this method. An endpoint for GET also accepts HEAD. */
  boolean accepts(String other) {
    return method.equals(other) || (!isPost() && other.equals("HEAD"));
  }

  /** Returns the accepted methods in the format of the Allow header. */
  String allowed() {
    return isPost() ? method : method + ", HEAD";
  }

  boolean isPost() {
    return method.equals("POST");
  }
}
