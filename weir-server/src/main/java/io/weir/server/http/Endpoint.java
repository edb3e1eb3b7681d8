// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import io.weir.server.api.Answer;
import io.weir.server.api.Asking;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What answers at a path.
 *
 * @param method the method that it takes
 * @param name what it is called in metrics
 * @param action answers a request, now or later
 */
public record Endpoint(String method, String name, Consumer<Asking> action) {

  /** One that is posted to. */
  public static Endpoint post(String name, Consumer<Asking> action) {
    return new Endpoint("POST", name, action);
  }

  /** One that is looked at, and answers at once. */
  public static Endpoint get(String name, Function<Asking, Answer> answer) {
    return new Endpoint("GET", name, asking -> asking.answer(answer.apply(asking)));
  }

  /** Whether it takes this method. Whoever may look may also look at the head alone. */
  boolean takes(String other) {
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
