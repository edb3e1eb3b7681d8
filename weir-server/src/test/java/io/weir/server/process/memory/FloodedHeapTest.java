// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.RepeatingWorker;
import io.weir.server.process.ServerCalls;
import io.weir.server.rig.RawHttpClient;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RequiredServers;
import io.weir.testkit.servers.weir.WeirCommandLine;
import io.weir.testkit.servers.weir.WeirProcess;
import io.weir.time.NanoClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each flood lasts for some seconds, and until the memory ceiling is reached. For a longer run: {@code
 * -Dweir.flood.seconds=300}.
 */
@Tag("slow")
final class FloodedHeapTest {
  private static final Duration LENGTH = Duration.ofSeconds(Long.getLong("weir.flood.seconds", 4));

  /** A busy machine takes many times as long to fill the memory. */
  private static final Duration MAX_DURATION = LENGTH.multipliedBy(60);

  private static final String HOSTILE_KEY = "preset-root-key-of-this-test-0123";

  @TempDir
  private Path folder;

  private final NanoClock clock = NanoClock.system();
  private final KnownCustomer knownCustomer = new KnownCustomer();

  /** The JVM reads this variable before its command line. */
  private static WeirCommandLine withHeap(WeirCommandLine weirCommandLine, int megabytes) {
    return weirCommandLine
        .where("_JAVA_OPTIONS", "-XX:+ExitOnOutOfMemoryError -Xmx" + megabytes + "m")
        .where("WEIR_ROOT_KEY", HOSTILE_KEY);
  }

  @Test
  void a96MbHeapSurvivesWithAFile() {
    WeirCommandLine weirCommandLine =
        withHeap(WeirCommandLine.serve("--data", folder.toString()), 96);

    survives(weirCommandLine, ServerFlood.FloodKind.values(), "--data", folder.toString());
  }

  @Test
  void a96MbHeapSurvivesWithADatabase() {
    String mysql = RequiredServers.mysql();
    WeirCommandLine weirCommandLine = withHeap(
        WeirCommandLine.serve("--data", folder.toString(), "--region", "here", "--mysql", mysql),
        96);

    survives(weirCommandLine, ServerFlood.FloodKind.values(), "--mysql", mysql);
  }

  @Test
  void a40MbHeapSurvives() {
    WeirCommandLine weirCommandLine =
        withHeap(WeirCommandLine.serve("--data", folder.toString()), 40);

    survives(
        weirCommandLine,
        new ServerFlood.FloodKind[] {
          ServerFlood.FloodKind.SHORT_IDENTIFIERS, ServerFlood.FloodKind.LONG_IDENTIFIERS
        },
        "--data",
        folder.toString());
  }

  private void survives(
      WeirCommandLine weirCommandLine, ServerFlood.FloodKind[] kinds, String... place) {
    String key;
    try (WeirProcess server = WeirProcess.start(weirCommandLine).withSecrets(HOSTILE_KEY)) {
      key = customerKey(place);
      awaitKey(server, key);
      for (ServerFlood.FloodKind floodKind : kinds) {
        flood(server, floodKind, ServerCalls.wire(server, key));
      }
      assertThat(server.log())
          .containsPattern("workspace ws_\\w+ uses the most memory")
          .doesNotContain("java.lang.OutOfMemoryError", "Terminating due to");
      knownCustomer.assertKnown(ServerCalls.wire(server, key));
      server.terminate();
      server.end();
    }
    try (WeirProcess server = WeirProcess.start(weirCommandLine).withSecrets(HOSTILE_KEY)) {
      awaitKey(server, key);
      knownCustomer.assertKnown(ServerCalls.wire(server, key));
    }
  }

  private static String customerKey(String... place) {
    WeirCommandLine create =
        WeirCommandLine.of("workspaces", "create", "customer").with(place);
    assertThat(WeirProcess.run(create).exit()).isZero();
    return ServerCalls.createKey(concat(new String[] {"--workspace", "customer"}, place))
        .plain();
  }

  private static String[] concat(String[] first, String[] second) {
    String[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  private static void awaitKey(WeirProcess server, String key) {
    Eventually.until(
        () -> "the key is not known: " + server.allOutput(),
        () -> ServerCalls.spend(ServerCalls.wire(server, key), "logins/nobody", 5, 0)
                .status()
            == 200);
  }

  private void flood(
      WeirProcess server, ServerFlood.FloodKind floodKind, RawHttpClient rawHttpClient) {
    double evicted = server.metric("weir_ratelimit_subjects_evicted_total");
    long began = clock.nanoTime();
    RepeatingWorker honest =
        RepeatingWorker.start("customer", () -> knownCustomer.ask(rawHttpClient));
    try (ServerFlood serverFlood =
        new ServerFlood(ServerCalls.wire(server, HOSTILE_KEY), floodKind)) {
      while (isTooEarly(server, floodKind, evicted, clock.nanoTime() - began)) {
        Eventually.waitMillis(200);
        assertWithin(server, "subjects");
        assertWithin(server, "hot_cells");
        assertWithin(server, "drafts");
        assertWithin(server, "foreign_sums");
      }
      assertThat(serverFlood.checks()).isPositive();
    } finally {
      honest.stop();
    }
    assertThat(server.isRunning()).as(server::allOutput).isTrue();
  }

  /**
   * Returns whether the ceiling has not been reached yet. Namespaces may have a ceiling of their own that is reached
   * first.
   */
  private static boolean isTooEarly(
      WeirProcess server, ServerFlood.FloodKind floodKind, double evicted, long elapsedNanos) {
    if (elapsedNanos < LENGTH.toNanos()) {
      return true;
    }
    boolean isReached = floodKind == ServerFlood.FloodKind.NAMESPACES
        || server.metric("weir_ratelimit_subjects_evicted_total") > evicted;
    assertThat(isReached || elapsedNanos < MAX_DURATION.toNanos())
        .as("%s: nothing was evicted within %s", floodKind, MAX_DURATION)
        .isTrue();
    return !isReached;
  }

  /** Several threads may exceed it at once, each by the largest possible entry. */
  private static void assertWithin(WeirProcess server, String part) {
    assertThat(server.metric("weir_ratelimit_memory_used_bytes{part=\"" + part + "\"}"))
        .as(part)
        .isLessThanOrEqualTo(
            server.metric("weir_ratelimit_memory_limit_bytes{part=\"" + part + "\"}") + 1_000_000);
  }
}
