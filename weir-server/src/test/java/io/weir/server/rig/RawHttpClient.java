// SPDX-License-Identifier: Apache-2.0
package io.weir.server.rig;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An HTTP client that sends bodies exactly as given, valid or not. */
public final class RawHttpClient {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final int port;
  private final @Nullable String key;

  /** Creates a client of this port with this key, or with none. */
  public RawHttpClient(int port, @Nullable String key) {
    this.port = port;
    this.key = key;
  }

  /** Returns the same client with another key. */
  public RawHttpClient with(@Nullable String otherKey) {
    return new RawHttpClient(port, otherKey);
  }

  /** Posts a body to an operation. */
  public HttpResponse<String> post(String operation, String body) {
    return send(request("/v2/ratelimit." + operation)
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(body)));
  }

  /** Posts a body to an operation, and checks that the response is complete. */
  public ApiReply ask(String operation, String body) {
    return ApiReply.of(post(operation, body)).whole();
  }

  /** Sends a check with a window of a minute. */
  public ApiReply limit(String namespace, String identifier, long limit) {
    return ask("limit", check(namespace, identifier, limit));
  }

  /** Returns the body of a check with a window of a minute. */
  public static String check(String namespace, String identifier, long limit) {
    return TestJson.object(
        "namespace", namespace, "identifier", identifier, "limit", limit, "duration", 60_000);
  }

  /** Sets an override with a window of a minute, and returns its id. */
  public String override(String namespace, String identifier, long limit) {
    ApiReply apiReply = ask("setOverride", check(namespace, identifier, limit));
    return String.valueOf(apiReply.data().get("overrideId"));
  }

  /** Requests a path with GET. */
  public HttpResponse<String> get(String path) {
    return send(request(path).GET());
  }

  /** Returns a request builder that already contains the key. */
  public HttpRequest.Builder request(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:" + port + path))
        .timeout(Duration.ofSeconds(20));
    return key == null ? request : request.header("Authorization", "Bearer " + key);
  }

  /** Sends a request. */
  public HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return CLIENT.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
