// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.rig;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** An application that listens on a local port, and a client for it. */
public final class RunningApp implements AutoCloseable {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** Far longer than a response takes. */
  private static final Duration ANSWER = Duration.ofSeconds(20);

  private final ConfigurableApplicationContext context;

  private RunningApp(ConfigurableApplicationContext context) {
    this.context = context;
  }

  /** Starts a servlet application with these properties, written {@code name=value}. */
  public static RunningApp servlet(Class<?> source, String... properties) {
    return start(source, WebApplicationType.SERVLET, properties);
  }

  /** Starts a WebFlux application with these properties. */
  public static RunningApp reactive(Class<?> source, String... properties) {
    return start(source, WebApplicationType.REACTIVE, properties);
  }

  private static RunningApp start(Class<?> source, WebApplicationType type, String... properties) {
    List<String> all = new ArrayList<>(List.of(
        "server.port=0",
        "server.address=127.0.0.1",
        "spring.application.name=shop",
        "spring.main.banner-mode=off",
        "spring.main.log-startup-info=false",
        "logging.level.root=WARN",
        "management.endpoints.web.exposure.include=*",
        "management.endpoint.health.show-details=always"));
    all.addAll(List.of(properties));
    return new RunningApp(new SpringApplicationBuilder(source)
        .web(type)
        .properties(all.toArray(String[]::new))
        .run());
  }

  public ConfigurableApplicationContext context() {
    return context;
  }

  public String url() {
    return url("local.server.port");
  }

  private String url(String port) {
    return "http://127.0.0.1:" + Objects.requireNonNull(context.getEnvironment().getProperty(port));
  }

  /** Requests a path; the headers are alternating names and values. */
  public HttpResponse<String> get(String path, String... headers) {
    return send("GET", path, headers);
  }

  public HttpResponse<String> post(String path, String... headers) {
    return send("POST", path, headers);
  }

  public HttpResponse<String> send(String method, String path, String... headers) {
    return send(method, URI.create(url() + path), headers);
  }

  private static HttpResponse<String> send(String method, URI uri, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri)
        .timeout(ANSWER)
        .method(method, HttpRequest.BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Returns the statuses of this many requests. */
  public List<Integer> statuses(int requests, String path, String... headers) {
    List<Integer> statuses = new ArrayList<>();
    for (int i = 0; i < requests; i++) {
      statuses.add(get(path, headers).statusCode());
    }
    return statuses;
  }

  /** Returns the statuses of this many requests to the management port. */
  public List<Integer> managementStatuses(int requests, String path) {
    List<Integer> statuses = new ArrayList<>();
    for (int i = 0; i < requests; i++) {
      URI uri = URI.create(url("local.management.port") + path);
      statuses.add(send("GET", uri).statusCode());
    }
    return statuses;
  }

  @Override
  public void close() {
    context.close();
  }
}
