// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.testkit.servers.local.Waiting;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Nothing is left of a server when the process that started it is gone, however that went. */
class OrphanTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  @BeforeAll
  static void needABinary() {
    Needs.ofThisMachine().requireRedis(RedisBinary.OVERRIDE);
  }

  @Test
  void aServerEndsWhenItsJvmIsKilled() throws Exception {
    assertNothingIsLeftAfterAKill();
  }

  @Test
  void aPausedServerEndsWhenItsJvmIsKilled() throws Exception {
    assertNothingIsLeftAfterAKill("paused");
  }

  @Test
  void theSharedServerEndsWhenItsJvmIsKilled() throws Exception {
    assertNothingIsLeftAfterAKill("shared");
  }

  @Test
  void aServerThatNobodyClosedEndsWithItsJvm() throws Exception {
    assertNothingIsLeftOf(fork("shared", "leaves"));
  }

  private static void assertNothingIsLeftAfterAKill(String... wishes) throws Exception {
    Fork fork = fork(wishes);
    assertThat(fork.redis().isAlive()).isTrue();
    assertThat(fork.folder()).isDirectory();

    fork.jvm().destroyForcibly();

    assertNothingIsLeftOf(fork);
  }

  private static void assertNothingIsLeftOf(Fork fork) throws Exception {
    assertThat(fork.jvm().waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    fork.redis().onExit().get(SOON.toSeconds(), TimeUnit.SECONDS);
    assertThat(Waiting.until(SOON, () -> !Files.exists(fork.folder()))).isTrue();
  }

  /** A JVM that has started a server. */
  private record Fork(Process jvm, ProcessHandle redis, Path folder) {}

  private static Fork fork(String... wishes) throws Exception {
    List<String> command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        System.getProperty("java.class.path"),
        StartsRedis.class.getName()));
    command.addAll(List.of(wishes));
    Process jvm = new ProcessBuilder(command)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
    BufferedReader said = jvm.inputReader(StandardCharsets.UTF_8);
    long pid = Long.parseLong(said.readLine());
    Path folder = Path.of(said.readLine());
    // One that has ended by now leaves nothing to hold on to: any process that is gone will do.
    ProcessHandle redis = ProcessHandle.of(pid).orElse(jvm.toHandle());
    return new Fork(jvm, redis, folder);
  }
}
