// SPDX-License-Identifier: Apache-2.0
package io.weir.server;

import io.weir.server.api.Api;
import io.weir.server.api.Operation;
import io.weir.server.http.Endpoint;
import io.weir.server.http.RequestHead;
import io.weir.server.http.ServerResponse;
import io.weir.server.http.Site;
import io.weir.server.json.JsonText;
import io.weir.server.logs.Secrets;
import io.weir.server.metrics.Metrics;
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

/** What a server answers to, and where. */
public final class Endpoints {
  /**
   * What a server knows of itself.
   *
   * @param obstacle why no more callers should come; empty if a check with a valid key would be decided
   * @param parts what it depends on, each with its state: text, or a number
   * @param metrics its metrics, as Prometheus reads them
   */
  public record Insight(
      Supplier<Optional<String>> obstacle,
      Supplier<Map<String, Object>> parts,
      Supplier<String> metrics) {}

  private Endpoints() {}

  /** All of them. */
  public static Site site(String prefix, Api api, List<Operation> operations, Insight insight) {
    Map<String, Endpoint> endpoints = new HashMap<>(api.endpoints(operations));
    byte[] description = resource("openapi.json");
    endpoints.put(Api.PREFIX + "liveness", Endpoint.probe("liveness", Endpoints::alive));
    endpoints.put("/live", Endpoint.probe("live", Endpoints::alive));
    endpoints.put("/ready", Endpoint.probe("ready", head -> ready(head, insight)));
    endpoints.put("/openapi.json", Endpoint.get("openapi", head -> ServerResponse.ok(description)));
    endpoints.put(
        "/metrics",
        Endpoint.get(
            "metrics",
            head -> ServerResponse.of(
                200,
                Metrics.contentType(),
                insight.metrics().get().getBytes(StandardCharsets.UTF_8))));
    return new Site(prefix, endpoints);
  }

  private static ServerResponse alive(RequestHead head) {
    return ServerResponse.ok(JsonText.envelope(head.requestId(), out -> {
      out.writeObjectFieldStart("data");
      out.writeStringField("message", "alive");
      out.writeEndObject();
    }));
  }

  private static ServerResponse ready(RequestHead head, Insight insight) {
    Optional<String> obstacle = insight.obstacle().get();
    if (obstacle.isPresent()) {
      return ServerResponse.of(
          Problem.notReady(Secrets.hiddenIn(obstacle.get())), head.requestId());
    }
    return ServerResponse.ok(JsonText.envelope(head.requestId(), out -> {
      out.writeObjectFieldStart("data");
      out.writeStringField("message", "ready");
      for (Map.Entry<String, Object> part : insight.parts().get().entrySet()) {
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
