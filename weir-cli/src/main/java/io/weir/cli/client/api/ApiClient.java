// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client.api;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A server that speaks the v2 rate-limit API.
 *
 * <p>A request is sent once: a check that is sent again after a failure might count twice. The JDK's client repeats nothing but
 * attempts to connect.
 */
public final class ApiClient {
  private final ServerLocation serverLocation;
  private final HttpClient http;

  /**
   * Where the server is and who asks it.
   *
   * @param url the part before {@code /v2}, without a slash at its end
   * @param rootKey goes into a header and nowhere else
   * @param timeout how long a request may take in all
   */
  public record ServerLocation(URI url, String rootKey, Duration timeout) {
    @Override
    public String toString() {
      return url.toString(); // not the key
    }
  }

  public ApiClient(ServerLocation serverLocation) {
    this.serverLocation = serverLocation;
    this.http = HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .connectTimeout(serverLocation.timeout())
        .build();
  }

  /** Sends a request and gives its answer, if that is a success. */
  public ServerSuccess call(String operation, String body) throws ApiFailure {
    URI url = URI.create(serverLocation.url() + "/v2/ratelimit." + operation);
    HttpResponse<String> response = send(url, body);
    JsonTree jsonTree;
    try {
      jsonTree = JsonTree.parse(response.body());
    } catch (IOException e) {
      throw new ApiFailure(url + " answered " + response.statusCode() + " without valid JSON: "
          + "is this a rate-limit API server?");
    }
    if (response.statusCode() != 200) {
      throw failure(url, response, jsonTree);
    }
    return new ServerSuccess(
        response.body(), jsonTree, response.headers().firstValue("Retry-After"));
  }

  private HttpResponse<String> send(URI url, String body) throws ApiFailure {
    HttpRequest request = HttpRequest.newBuilder(url)
        .timeout(serverLocation.timeout())
        .header("Authorization", "Bearer " + serverLocation.rootKey())
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, application/problem+json")
        .POST(BodyPublishers.ofString(body))
        .build();
    CompletableFuture<HttpResponse<String>> sent = http.sendAsync(request, BodyHandlers.ofString());
    try {
      // The request's own timeout ends with the headers of the answer; this one has its body in it.
      return sent.get(serverLocation.timeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new ApiFailure(url + " " + reason(Objects.requireNonNullElse(e.getCause(), e)));
    } catch (TimeoutException e) {
      sent.cancel(true);
      throw new ApiFailure(url + " " + timeoutMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ApiFailure(url + ": interrupted while waiting for the response");
    }
  }

  private String reason(Throwable cause) {
    if (cause instanceof HttpTimeoutException) {
      return timeoutMessage();
    }
    if (cause instanceof ConnectException) {
      return cause.getCause() instanceof UnresolvedAddressException
          ? "could not be reached: no such host"
          : "could not be reached: connection refused; is the server running?";
    }
    return "failed: " + (cause.getMessage() == null ? "the connection failed" : cause.getMessage());
  }

  private String timeoutMessage() {
    return "did not answer within " + serverLocation.timeout().toMillis()
        + " ms; it is unknown whether it counted the request";
  }

  private static ApiFailure failure(URI url, HttpResponse<String> response, JsonTree jsonTree) {
    List<String> lines = new ArrayList<>();
    try {
      JsonTree error = jsonTree.field("error");
      lines.add("%s answered %d %s: %s"
          .formatted(
              url,
              response.statusCode(),
              error.field("title").text(),
              error.field("detail").text()));
      if (error.optionalField("errors").isPresent()) {
        for (JsonTree each : error.field("errors").items()) {
          lines.add(errorDetail(each));
        }
      }
      response
          .headers()
          .firstValue("Retry-After")
          .ifPresent(seconds -> lines.add("  try again in " + seconds + " s"));
      lines.add("  request " + jsonTree.field("meta").field("requestId").text());
    } catch (JsonTree.UnexpectedJson e) {
      lines.add((lines.isEmpty() ? url + " answered " + response.statusCode() + ", and " : "  ")
          + e.getMessage());
    }
    return new ApiFailure(lines, response.body());
  }

  private static String errorDetail(JsonTree error) throws JsonTree.UnexpectedJson {
    String fix =
        error.optionalField("fix").isPresent() ? " (" + error.field("fix").text() + ')' : "";
    return "  " + error.field("location").text() + ": " + error.field("message").text() + fix;
  }
}
