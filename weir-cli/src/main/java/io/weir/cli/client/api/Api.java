// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client.api;

import io.weir.client.http.Courier;
import io.weir.client.http.Outcome;
import io.weir.client.http.Route;
import io.weir.client.json.MisshapenException;
import io.weir.client.json.Node;
import java.net.ConnectException;
import java.nio.channels.UnresolvedAddressException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A server that speaks the v2 rate-limit API, and what its failures are called in a command's messages.
 *
 * <p>A request is sent once: a check that is sent again after a failure might count twice.
 */
public final class Api implements AutoCloseable {
  private static final int OK = 200;

  private final Route route;
  private final Courier courier;

  /** The server at the end of this route. */
  public Api(Route route) {
    this.route = route;
    this.courier = Courier.create(route);
  }

  /** Sends a request and gives its answer, if that is a success. */
  public Answer call(String operation, byte[] body) throws ApiFailure {
    String url = route.to(operation).toString();
    Outcome outcome = courier.ask(operation, body);
    if (outcome instanceof Outcome.Failure failure) {
      throw new ApiFailure(url + reason(failure));
    }
    Outcome.Reply reply = (Outcome.Reply) outcome;
    if (!reply.isWhole()) {
      throw new ApiFailure(url + " answered " + reply.status() + " with more than 1 MB");
    }
    Node json;
    try {
      json = Node.parse("", reply.body());
    } catch (MisshapenException e) {
      throw new ApiFailure(url + " answered " + reply.status() + " without valid JSON: "
          + "is this a rate-limit API server?");
    }
    Answer answer = new Answer(reply, json);
    if (reply.status() != OK) {
      throw refusal(url, answer);
    }
    return answer;
  }

  private String reason(Outcome.Failure failure) {
    @Nullable Throwable cause = failure.cause();
    if (failure.kind() == Outcome.Kind.TIMEOUT) {
      return " did not answer within " + TimeUnit.NANOSECONDS.toMillis(route.timeoutNanos())
          + " ms; it is unknown whether it counted the request";
    }
    if (cause == null || cause instanceof InterruptedException) {
      return ": " + failure.message();
    }
    if (cause instanceof ConnectException) {
      return cause.getCause() instanceof UnresolvedAddressException
          ? " could not be reached: no such host"
          : " could not be reached: connection refused; is the server running?";
    }
    return " failed: "
        + (cause.getMessage() == null ? "the connection failed" : cause.getMessage());
  }

  private static ApiFailure refusal(String url, Answer answer) {
    int status = answer.reply().status();
    List<String> lines = new ArrayList<>();
    try {
      Node error = answer.json().at("error");
      lines.add("%s answered %d %s: %s"
          .formatted(url, status, error.at("title").text(), error.at("detail").text()));
      Node errors = error.at("errors");
      for (Node each : errors.isPresent() ? errors.items() : List.<Node>of()) {
        lines.add(particular(each));
      }
      answer.retryAfter().ifPresent(seconds -> lines.add("  try again in " + seconds + " s"));
      lines.add("  request " + answer.requestId());
    } catch (MisshapenException e) {
      lines.add((lines.isEmpty() ? url + " answered " + status + ", and " : "  ") + e.getMessage());
    }
    return new ApiFailure(lines, answer.envelope());
  }

  private static String particular(Node error) throws MisshapenException {
    String fix = error.at("fix").textIfAny();
    return "  " + error.at("location").text() + ": " + error.at("message").text()
        + (fix.isEmpty() ? "" : " (" + fix + ')');
  }

  @Override
  public void close() {
    courier.close();
  }
}
