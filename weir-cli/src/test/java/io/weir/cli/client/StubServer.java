// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.weir.cli.CommandRun;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/** An HTTP server on loopback that returns prepared responses and records the requests. */
final class StubServer implements AutoCloseable {
  static final String KEY = "weir_test_key";

  private final HttpServer http;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Queue<StubReply> replies = new ConcurrentLinkedQueue<>();
  private final List<ReceivedRequest> received = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch closing = new CountDownLatch(1);

  /** A received request. */
  record ReceivedRequest(String method, String path, Map<String, String> headers, String body) {}

  /** A prepared response. */
  record StubReply(int status, String type, String body, Map<String, String> headers) {}

  StubServer() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext("/", this::answer);
    http.setExecutor(threads);
    http.start();
  }

  String url() {
    return "http://127.0.0.1:" + http.getAddress().getPort();
  }

  StubServer reply(int status, String body) {
    replies.add(new StubReply(status, "application/json", body, Map.of()));
    return this;
  }

  StubServer reply(StubReply stubReply) {
    replies.add(stubReply);
    return this;
  }

  /** The requests received so far. A request for which no response is left stays unanswered. */
  List<ReceivedRequest> received() {
    return List.copyOf(received);
  }

  ReceivedRequest onlyRequest() {
    if (received.size() != 1) {
      throw new AssertionError("expected one request: " + received);
    }
    return received.get(0);
  }

  /** Runs a command that calls this server with a valid key. */
  CommandRun run(String... args) {
    return runOn("", args);
  }

  CommandRun runOn(String input, String... args) {
    Map<String, String> environment = Map.of("WEIR_URL", url(), "WEIR_ROOT_KEY", KEY);
    return CommandRun.of(input.getBytes(UTF_8), environment, args);
  }

  /** Runs {@code limit} with valid values and these additional options. */
  CommandRun limit(String... more) {
    Stream<String> good = Stream.of(
        "limit", "--namespace=api", "--identifier=user_1", "--limit=100", "--duration=60s");
    return run(Stream.concat(good, Stream.of(more)).toArray(String[]::new));
  }

  private void answer(HttpExchange exchange) throws IOException {
    Map<String, String> headers = new HashMap<>();
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> headers.put(name, String.join(", ", values)));
    received.add(new ReceivedRequest(
        exchange.getRequestMethod(),
        exchange.getRequestURI().toString(),
        headers,
        new String(exchange.getRequestBody().readAllBytes(), UTF_8)));
    StubReply stubReply = replies.poll();
    if (stubReply == null) {
      awaitClose();
      exchange.close();
      return;
    }
    byte[] body = stubReply.body().getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", stubReply.type());
    stubReply.headers().forEach(exchange.getResponseHeaders()::set);
    exchange.sendResponseHeaders(stubReply.status(), body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private void awaitClose() {
    try {
      closing.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closing.countDown();
    http.stop(0);
    threads.shutdown();
  }
}
