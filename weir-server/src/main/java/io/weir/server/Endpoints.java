// SPDX-License-Identifier: Apache-2.0
package io.weir.server;

import io.weir.server.api.Operation;
import io.weir.server.api.RequestPipeline;
import io.weir.server.http.Endpoint;
import io.weir.server.http.RequestHead;
import io.weir.server.http.Routes;
import io.weir.server.http.ServerResponse;
import io.weir.server.json.JsonWriter;
import io.weir.server.logs.SecretRedactor;
import io.weir.server.metrics.ServerMetrics;
import io.weir.server.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The HTTP endpoints of a server and their paths. */
public final class Endpoints {
  /**
   * The server state that the status endpoints report.
   *
   * @param obstacle why the server is not ready; empty if it can decide a check with a valid key
   * @param components the server's dependencies, each with its state: a text or a number
   * @param metrics the metrics in the Prometheus text format
   */
  public record ServerStatus(
      Supplier<Optional<String>> obstacle,
      Supplier<Map<String, Object>> components,
      Supplier<String> metrics) {}

  private Endpoints() {}

  /** Returns the routes of all endpoints. */
  public static Routes routes(
      String prefix,
      RequestPipeline requestPipeline,
      List<Operation> operations,
      ServerStatus serverStatus) {
    Map<String, Endpoint> endpoints = new HashMap<>(requestPipeline.endpoints(operations));
    byte[] description = resource("openapi.json");
    endpoints.put(
        RequestPipeline.PREFIX + "liveness", Endpoint.probe("liveness", Endpoints::liveness));
    endpoints.put("/live", Endpoint.probe("live", Endpoints::liveness));
    endpoints.put("/ready", Endpoint.probe("ready", head -> readiness(head, serverStatus)));
    endpoints.put("/openapi.json", Endpoint.get("openapi", head -> ServerResponse.ok(description)));
    endpoints.put(
        "/metrics",
        Endpoint.get(
            "metrics",
            head -> ServerResponse.of(
                200,
                ServerMetrics.contentType(),
                serverStatus.metrics().get().getBytes(StandardCharsets.UTF_8))));
    return new Routes(prefix, endpoints);
  }

  private static ServerResponse liveness(RequestHead head) {
    return ServerResponse.ok(JsonWriter.envelope(head.requestId(), out -> {
      out.writeObjectFieldStart("data");
      out.writeStringField("message", "alive");
      out.writeEndObject();
    }));
  }

  private static ServerResponse readiness(RequestHead head, ServerStatus serverStatus) {
    Optional<String> obstacle = serverStatus.obstacle().get();
    if (obstacle.isPresent()) {
      return ServerResponse.of(
          Problem.notReady(SecretRedactor.redact(obstacle.get())), head.requestId());
    }
    return ServerResponse.ok(JsonWriter.envelope(head.requestId(), out -> {
      out.writeObjectFieldStart("data");
      out.writeStringField("message", "ready");
      for (Map.Entry<String, Object> part : serverStatus.components().get().entrySet()) {
        out.writeObjectField(part.getKey(), part.getValue());
      }
      out.writeEndObject();
    }));
  }

  private static byte[] resource(String name) {
    try (InputStream in = Endpoints.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("this build of Weir is missing the resource " + name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
