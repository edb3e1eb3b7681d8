// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import java.util.function.Function;

/**
 * What answers at a path.
 *
 * @param method the method that it takes
 * @param name what it is called in metrics
 * @param filter lets requests in
 * @param isProbe whether it tells if the server is alive or ready: then it is answered however many other requests there are
 */
public record Endpoint(String method, String name, RequestFilter filter, boolean isProbe) {

  /** Judges requests by their heads. */
  public interface RequestFilter {
    /**
     * What answers the request, now or later, once its body has arrived. Says whose request it is, if it needs a key. Throws a
     * {@link io.weir.server.problem.Problem} if the body need not be read.
     */
    AdmittedRequest admit(RequestHead head);
  }

  /** One that is posted to. */
  public static Endpoint post(String name, RequestFilter filter) {
    return new Endpoint("POST", name, filter, false);
  }

  /** One that is looked at, and answers at once. */
  public static Endpoint get(String name, Function<RequestHead, ServerResponse> answer) {
    return new Endpoint("GET", name, filter(answer), false);
  }

  /** One that is looked at to see whether the server is alive or ready. */
  public static Endpoint probe(String name, Function<RequestHead, ServerResponse> answer) {
    return new Endpoint("GET", name, filter(answer), true);
  }

  private static RequestFilter filter(Function<RequestHead, ServerResponse> answer) {
    return head -> new AdmittedRequest(null, request -> request.respond(answer.apply(head)));
  }

  /** Whether it takes this method. Whoever may look may also look at the head alone. */
  boolean accepts(String other) {
    return method.equals(other) || (!isPost() && other.equals("HEAD"));
  }

  /** What it takes, as a header says it. */
  String allowed() {
    return isPost() ? method : method + ", HEAD";
  }

  boolean isPost() {
    return method.equals("POST");
  }
}
