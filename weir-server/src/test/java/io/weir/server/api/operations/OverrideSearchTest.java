// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.Engine;
import io.weir.server.api.Operation;
import io.weir.server.api.RequestPipeline;
import io.weir.server.api.access.Authenticator;
import io.weir.server.api.access.WorkspaceQuota;
import io.weir.server.directory.Directory;
import io.weir.server.directory.KeyHash;
import io.weir.server.directory.RootKey;
import io.weir.server.directory.RootKey.KeyGrant;
import io.weir.server.directory.RootKey.KeyStatus;
import io.weir.server.directory.TenantStore.OverrideRequest;
import io.weir.server.directory.Workspace;
import io.weir.server.http.RequestHead;
import io.weir.server.http.ServerRequest;
import io.weir.server.http.ServerResponse;
import io.weir.server.json.ByteSegments;
import io.weir.server.rig.InMemoryTenantStore;
import io.weir.server.rig.TestApiServer;
import io.weir.testkit.servers.Eventually;
import io.weir.time.ManualClock;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OverrideSearchTest {
  private static final String KEY = "weir_search";

  private final ManualClock clock = new ManualClock(1_700_000_000_000L);
  private final Directory directory = new Directory();
  private final InMemoryTenantStore registry = new InMemoryTenantStore(directory);
  private final Engine engine = Engine.builder().clock(clock).build();

  @AfterEach
  void close() {
    engine.close();
  }

  /** A request on an event loop and a worker that the test runs step by step. */
  private static final class ManualRequest {
    private final Deque<Runnable> loopTasks = new ArrayDeque<>();
    private final Deque<Runnable> workerTasks = new ArrayDeque<>();
    private final List<ServerResponse> answers = new ArrayList<>();
    private final ServerRequest request;

    private ManualRequest(String body) {
      request = new ServerRequest(
          new RequestHead("req_1", List.of("Bearer " + KEY), "application/json"),
          ByteSegments.of(body.getBytes(StandardCharsets.UTF_8)),
          new ServerRequest.Executors(loopTasks::add, workerTasks::add),
          answers::add);
    }

    /** Runs worker and loop until there is nothing to run. Returns how many times the worker ran. */
    private int run() {
      int count = 0;
      for (Runnable next = workerTasks.poll(); next != null; next = workerTasks.poll()) {
        next.run();
        count++;
        runLoop();
      }
      return count;
    }

    private void runLoop() {
      for (Runnable next = loopTasks.poll(); next != null; next = loopTasks.poll()) {
        next.run();
      }
    }
  }

  private static String check(int number) {
    return "{\"namespace\":\"n\",\"identifier\":\"" + "ab".repeat(100) + number
        + "\",\"limit\":10,\"duration\":60000}";
  }

  private ManualRequest askOne() {
    return ask(
        new LimitOperation(engine, new NamespaceResolver(directory, registry), clock), check(0));
  }

  private ManualRequest askHundred() {
    return ask(
        new MultiLimitOperation(engine, new NamespaceResolver(directory, registry), clock),
        IntStream.range(0, 100)
            .mapToObj(OverrideSearchTest::check)
            .collect(Collectors.joining(",", "[", "]")));
  }

  private ManualRequest ask(Operation operation, String body) {
    directory.apply(new Workspace("ws_1", "ws_1", true, Workspace.UNLIMITED, 1));
    directory.apply(new RootKey(
        "key_1",
        "ws_1",
        KeyHash.of(KEY),
        "",
        new KeyGrant(TestApiServer.EVERYTHING, RootKey.NEVER),
        KeyStatus.ENABLED,
        1));
    ManualRequest request = new ManualRequest(body);
    new RequestPipeline(
            new Authenticator(directory, clock), new WorkspaceQuota(engine), clock, () -> true)
        .authenticate(operation, request.request.head())
        .task()
        .accept(request.request);
    request.runLoop();
    return request;
  }

  private void setPatterns(int count, int letters) {
    String namespaceId = Eventually.await(registry.createNamespace("ws_1", "n")).id();
    SplittableRandom random = new SplittableRandom(9);
    for (int i = 0; i < count; i++) {
      StringBuilder pattern = new StringBuilder();
      for (int letter = 0; letter < letters; letter++) {
        pattern.append('*').append(random.nextBoolean() ? 'a' : 'b');
      }
      Eventually.await(
          registry.setOverride(new OverrideRequest(namespaceId, pattern + "*x", i, 60_000)));
    }
  }

  private static void assertAllowed(ManualRequest request) {
    assertThat(request.answers).hasSize(1);
    assertThat(request.answers.get(0).status()).isEqualTo(200);
  }

  @Test
  void aShortSearchStaysOnTheEventLoop() {
    setPatterns(5, 3);

    assertAllowed(askOne());
    assertAllowed(askHundred());
  }

  @Test
  void aLongSearchRunsOnTheWorker() {
    setPatterns(600, 200);

    ManualRequest request = askOne();
    assertThat(request.answers).isEmpty();

    assertThat(request.run()).isEqualTo(1);
    assertAllowed(request);
  }

  @Test
  void aLongBatchYieldsTheWorkerBetweenChecks() {
    setPatterns(200, 200);

    ManualRequest request = askHundred();
    assertThat(request.answers).isEmpty();

    assertThat(request.run()).isBetween(30, 100);
    assertAllowed(request);
  }

  @Test
  void aSearchEndsWithItsRequest() {
    setPatterns(200, 200);
    ManualRequest request = askHundred();

    request.workerTasks.remove().run();
    request.loopTasks.clear(); // as the transport does with a request that was already answered

    assertThat(request.run()).isZero();
  }
}
