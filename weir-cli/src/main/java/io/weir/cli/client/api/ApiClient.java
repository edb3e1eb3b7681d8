// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client.api;

import io.weir.client.http.HttpOutcome;
import io.weir.client.http.HttpTransport;
import io.weir.client.http.ServerAddress;
import io.weir.client.json.JsonValue;
import io.weir.client.json.MalformedBodyException;
import java.net.ConnectException;
import java.nio.channels.UnresolvedAddressException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Calls a server that implements the v2 rate-limit API, and turns failures into messages for the user.
 *
 * <p>A request is sent once: a check that is sent again after a failure might count twice.
 */
public final class ApiClient implements AutoCloseable {
  private static final int OK = 200;

  private final ServerAddress serverAddress;
  private final HttpTransport httpTransport;

  /** A client of the server at this address. */
  public ApiClient(ServerAddress serverAddress) {
    this.serverAddress = serverAddress;
    this.httpTransport = HttpTransport.create(serverAddress);
  }

  /** Sends a request and returns a successful response. */
  public ServerSuccess call(String operation, byte[] body) throws ApiFailure {
    String url = serverAddress.uriFor(operation).toString();
    HttpOutcome httpOutcome = httpTransport.send(operation, body);
    if (httpOutcome instanceof HttpOutcome.Failure failure) {
      throw new ApiFailure(url + reason(failure));
    }
    HttpOutcome.Reply reply = (HttpOutcome.Reply) httpOutcome;
    if (!reply.isComplete()) {
      throw new ApiFailure(url + " answered " + reply.status() + " with more than 1 MB");
    }
    JsonValue json;
    try {
      json = JsonValue.parse("", reply.body());
    } catch (MalformedBodyException e) {
      throw new ApiFailure(url + " answered " + reply.status() + " without valid JSON: "
          + "is this a rate-limit API server?");
    }
    ServerSuccess serverSuccess = new ServerSuccess(reply, json);
    if (reply.status() != OK) {
      throw failure(url, serverSuccess);
    }
    return serverSuccess;
  }

  private String reason(HttpOutcome.Failure failure) {
    @Nullable Throwable cause = failure.cause();
    if (failure.kind() == HttpOutcome.FailureKind.TIMEOUT) {
      return " did not answer within " + TimeUnit.NANOSECONDS.toMillis(serverAddress.timeoutNanos())
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

  private static ApiFailure failure(String url, ServerSuccess serverSuccess) {
    int status = serverSuccess.reply().status();
    List<String> lines = new ArrayList<>();
    try {
      JsonValue error = serverSuccess.json().field("error");
      lines.add("%s answered %d %s: %s"
          .formatted(
              url, status, error.field("title").text(), error.field("detail").text()));
      JsonValue errors = error.field("errors");
      for (JsonValue each : errors.isPresent() ? errors.items() : List.<JsonValue>of()) {
        lines.add(errorDetail(each));
      }
      serverSuccess
          .retryAfter()
          .ifPresent(seconds -> lines.add("  try again in " + seconds + " s"));
      lines.add("  request " + serverSuccess.requestId());
    } catch (MalformedBodyException e) {
      lines.add((lines.isEmpty() ? url + " answered " + status + ", and " : "  ") + e.getMessage());
    }
    return new ApiFailure(lines, serverSuccess.envelope());
  }

  private static String errorDetail(JsonValue error) throws MalformedBodyException {
    String fix = error.field("fix").textOrEmpty();
    return "  " + error.field("location").text() + ": " + error.field("message").text()
        + (fix.isEmpty() ? "" : " (" + fix + ')');
  }

  @Override
  public void close() {
    httpTransport.close();
  }
}
