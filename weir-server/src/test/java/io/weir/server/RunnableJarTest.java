// SPDX-License-Identifier: Apache-2.0
package io.weir.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the runnable jar that contains everything. Runs after the jar is built, separately from the other tests. */
@Tag("packaged")
@Timeout(120)
class RunnableJarTest {
  private static final Path JAR = Path.of(System.getProperty("weir.jar"));

  @TempDir
  private Path folder = Path.of("");

  /** The result of a process. */
  private record JarResult(int exit, String out, String err) {}

  /** Runs a command from a folder that contains nothing of the build. */
  private JarResult run(String... args) throws IOException, InterruptedException {
    List<String> command = Stream.concat(
            Stream.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                JAR.toAbsolutePath().toString()),
            Stream.of(args))
        .toList();
    Process process = new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectError(folder.resolve("err").toFile())
        .redirectOutput(folder.resolve("out").toFile())
        .start();
    try {
      int exit = process.waitFor();
      return new JarResult(exit, read("out"), read("err"));
    } finally {
      process.destroyForcibly();
    }
  }

  private String read(String file) throws IOException {
    return Files.readString(folder.resolve(file), UTF_8);
  }

  @Test
  void helpListsEveryCommandWithoutWarnings() throws Exception {
    JarResult jarResult = run("--help");

    assertThat(jarResult.exit()).isZero();
    assertThat(jarResult.err()).isEmpty();
    assertThat(jarResult.out()).startsWith("Usage: weir [-hV] COMMAND");
    assertThat(Stream.concat(
            Main.commands().stream().map(each -> each.name()),
            Stream.of("limit", "multi-limit", "override", "decide", "ledger")))
        .allSatisfy(name -> assertThat(jarResult.out()).containsPattern("(?m)^  " + name + " "));
  }

  @Test
  void printsItsVersion() throws Exception {
    assertThat(run("--version").out()).matches("weir \\d+\\.\\d+\\.\\d+\\S*\n");
  }

  @Test
  void findsItsDatabaseDrivers() throws Exception {
    JarResult sqlite = run("keys", "create", "--data", folder.resolve("data").toString());
    JarResult mariadb = run("migrate", "--mysql=jdbc:mariadb://127.0.0.1:1/db");

    assertThat(sqlite.out()).contains("weir_");
    assertThat(sqlite.err()).isEmpty();
    assertThat(mariadb.exit()).isEqualTo(1);
    assertThat(mariadb.err()).doesNotContain("No suitable driver").contains("127.0.0.1");
  }

  @Test
  void theJarIsMultiReleaseWithoutSignatureOrDuplicates() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      List<String> names = jar.stream().map(ZipEntry::getName).toList();

      assertThat(names)
          .doesNotHaveDuplicates()
          .anyMatch(name -> name.startsWith("META-INF/LICENSE"));
      assertThat(names)
          .noneMatch(name -> name.matches("META-INF/[^/]*\\.(SF|RSA|DSA|EC)"))
          .noneMatch(name -> name.endsWith("module-info.class"));
      assertThat(jar.isMultiRelease()).isTrue();
    }
  }
}
