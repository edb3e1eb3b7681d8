// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.testkit.servers.local.BoundedWait;
import io.weir.testkit.servers.mariadb.MariaDbBinary;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies that nothing is left of a server when the process that started it ends, in whatever way. */
@ParameterizedClass
@ValueSource(strings = {"Redis", "MariaDB"})
@Tag("integration")
class OrphanedServerTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  @Parameter
  private String kind = "";

  @BeforeEach
  void needABinary() {
    if (kind.equals("Redis")) {
      RequiredServers.ofThisMachine().requireRedis(RedisBinary.OVERRIDE);
    } else {
      RequiredServers.ofThisMachine().requireMysql(MariaDbBinary.OVERRIDE);
    }
  }

  @Test
  void aServerEndsWhenItsJvmIsKilled() throws Exception {
    Fork fork = fork();
    assertThat(fork.server().isAlive()).isTrue();

    assertNothingIsLeftAfterAKill(fork);
  }

  @Test
  void aPausedServerEndsWhenItsJvmIsKilled() throws Exception {
    Fork fork = fork("paused");
    assertThat(fork.server().isAlive()).isTrue();

    assertNothingIsLeftAfterAKill(fork);
  }

  @Test
  void theFolderOfAStoppedServerIsRemovedWhenItsJvmIsKilled() throws Exception {
    assertNothingIsLeftAfterAKill(fork("down"));
  }

  @Test
  void theSharedServerEndsWhenItsJvmIsKilled() throws Exception {
    Fork fork = fork("shared");
    assertThat(fork.server().isAlive()).isTrue();

    assertNothingIsLeftAfterAKill(fork);
  }

  @Test
  void anUnclosedServerEndsWithItsJvm() throws Exception {
    assertNothingIsLeftOf(fork("shared", "leaves"));
  }

  private static void assertNothingIsLeftAfterAKill(Fork fork) throws Exception {
    assertThat(fork.folder()).isDirectory();

    fork.jvm().destroyForcibly();

    assertNothingIsLeftOf(fork);
  }

  private static void assertNothingIsLeftOf(Fork fork) throws Exception {
    assertThat(fork.jvm().waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    fork.server().onExit().get(SOON.toSeconds(), TimeUnit.SECONDS);
    assertThat(BoundedWait.until(SOON, () -> !Files.exists(fork.folder()))).isTrue();
  }

  /** A JVM that has started a server. */
  private record Fork(Process jvm, ProcessHandle server, Path folder) {}

  private Fork fork(String... wishes) throws Exception {
    List<String> command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        System.getProperty("java.class.path"),
        ServerStarterMain.class.getName(),
        kind));
    command.addAll(List.of(wishes));
    Process jvm = new ProcessBuilder(command)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
    BufferedReader reader = jvm.inputReader(StandardCharsets.UTF_8);
    long pid = Long.parseLong(reader.readLine());
    Path folder = Path.of(reader.readLine());
    // If the server has ended by now there is no handle to it: that of any ended process will do.
    ProcessHandle server = ProcessHandle.of(pid).orElse(jvm.toHandle());
    return new Fork(jvm, server, folder);
  }
}
