// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.Calls;
import io.weir.server.process.Worker;
import io.weir.server.rig.Wire;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.weir.Launch;
import io.weir.testkit.servers.weir.ServerProcess;
import io.weir.time.NanoClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each flood lasts for some seconds, and until the memory ceiling was reached. For longer: {@code -Dweir.flood.seconds=300}. */
@Tag("slow")
@DisplayName(
    "A server with a small heap that one workspace floods with all that callers may make up")
final class SmallHeapTest {
  private static final Duration LENGTH = Duration.ofSeconds(Long.getLong("weir.flood.seconds", 4));

  /** A busy machine takes many times as long to fill the memory. */
  private static final Duration MOST = LENGTH.multipliedBy(60);

  private static final String HOSTILE_KEY = "preset-root-key-of-this-test-0123";

  @TempDir
  private Path folder;

  private final NanoClock clock = NanoClock.system();
  private final Customer customer = new Customer();

  /** The JVM takes this before its command line's. */
  private static Launch withHeap(Launch launch, int megabytes) {
    return launch
        .where("_JAVA_OPTIONS", "-XX:+ExitOnOutOfMemoryError -Xmx" + megabytes + "m")
        .where("WEIR_ROOT_KEY", HOSTILE_KEY);
  }

  @Test
  @DisplayName("of 96 MB lives, with a file of its own, and comes back with everybody's counts")
  void onItsOwn() {
    Launch launch = withHeap(Launch.serve("--data", folder.toString()), 96);

    survives(launch, Flood.Kind.values(), "--data", folder.toString());
  }

  @Test
  @DisplayName("of 96 MB lives, with a shared database, and comes back with everybody's counts")
  void withADatabase() {
    String mysql = Needs.mysql();
    Launch launch = withHeap(
        Launch.serve("--data", folder.toString(), "--region", "here", "--mysql", mysql), 96);

    survives(launch, Flood.Kind.values(), "--mysql", mysql);
  }

  @Test
  @DisplayName("of 40 MB lives")
  void onATinyHeap() {
    Launch launch = withHeap(Launch.serve("--data", folder.toString()), 40);

    survives(
        launch,
        new Flood.Kind[] {Flood.Kind.SHORT_IDENTIFIERS, Flood.Kind.LONG_IDENTIFIERS},
        "--data",
        folder.toString());
  }

  private void survives(Launch launch, Flood.Kind[] kinds, String... place) {
    String key;
    try (ServerProcess server = ServerProcess.start(launch).keeping(HOSTILE_KEY)) {
      key = customerKey(place);
      awaitKey(server, key);
      for (Flood.Kind kind : kinds) {
        flood(server, kind, Calls.wire(server, key));
      }
      assertThat(server.log())
          .containsPattern("workspace ws_\\w+ uses the most memory")
          .doesNotContain("java.lang.OutOfMemoryError", "Terminating due to");
      customer.assertKnown(Calls.wire(server, key));
      server.term();
      server.end();
    }
    try (ServerProcess server = ServerProcess.start(launch).keeping(HOSTILE_KEY)) {
      awaitKey(server, key);
      customer.assertKnown(Calls.wire(server, key));
    }
  }

  private static String customerKey(String... place) {
    Launch create = Launch.of("workspaces", "create", "customer").with(place);
    assertThat(ServerProcess.run(create).exit()).isZero();
    return Calls.createKey(concat(new String[] {"--workspace", "customer"}, place))
        .plain();
  }

  private static String[] concat(String[] first, String[] second) {
    String[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  private static void awaitKey(ServerProcess server, String key) {
    Eventually.until(
        () -> "the key is not known: " + server.said(),
        () -> Calls.spend(Calls.wire(server, key), "logins/nobody", 5, 0).status() == 200);
  }

  private void flood(ServerProcess server, Flood.Kind kind, Wire wire) {
    double evicted = server.metric("weir_ratelimit_subjects_evicted_total");
    long began = clock.nanoTime();
    Worker honest = Worker.start("customer", () -> customer.ask(wire));
    try (Flood flood = new Flood(Calls.wire(server, HOSTILE_KEY), kind)) {
      while (isTooEarly(server, kind, evicted, clock.nanoTime() - began)) {
        Eventually.letPass(200);
        assertWithin(server, "subjects");
        assertWithin(server, "hot_cells");
        assertWithin(server, "drafts");
        assertWithin(server, "foreign_sums");
      }
      assertThat(flood.checks()).isPositive();
    } finally {
      honest.stop();
    }
    assertThat(server.isRunning()).as(server::said).isTrue();
  }

  /** Whether the ceiling was not reached yet. Namespaces may have a ceiling of their own that comes first. */
  private static boolean isTooEarly(
      ServerProcess server, Flood.Kind kind, double evicted, long elapsedNanos) {
    if (elapsedNanos < LENGTH.toNanos()) {
      return true;
    }
    boolean isReached = kind == Flood.Kind.NAMESPACES
        || server.metric("weir_ratelimit_subjects_evicted_total") > evicted;
    assertThat(isReached || elapsedNanos < MOST.toNanos())
        .as("%s: nothing was evicted within %s", kind, MOST)
        .isTrue();
    return !isReached;
  }

  /** Some threads may come at once with the largest that there is. */
  private static void assertWithin(ServerProcess server, String part) {
    assertThat(server.metric("weir_ratelimit_memory_used_bytes{part=\"" + part + "\"}"))
        .as(part)
        .isLessThanOrEqualTo(
            server.metric("weir_ratelimit_memory_limit_bytes{part=\"" + part + "\"}") + 1_000_000);
  }
}
