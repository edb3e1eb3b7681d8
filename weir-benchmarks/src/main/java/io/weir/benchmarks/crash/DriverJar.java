// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Finds the jar of a driver. No driver is a dependency of the build, because two versions can't share a class path.
 */
final class DriverJar {
  private static final String COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.10.0:copy";

  private DriverJar() {}

  /**
   * Returns the jar of an artifact. Maven fetches the jar if this build does not have it yet.
   *
   * @param artifact such as {@code com.h2database:h2:2.4.240}
   */
  static Path of(String artifact) {
    Path folder = StoreProcess.ownClasses().resolveSibling("drivers");
    String[] parts = artifact.split(":", -1);
    Path jar = folder.resolve(parts[1] + "-" + parts[2] + ".jar");
    if (!Files.exists(jar)) {
      fetch(artifact, folder);
    }
    if (!Files.exists(jar)) {
      throw new IllegalStateException("Maven did not copy " + artifact + " to " + jar);
    }
    return jar;
  }

  private static void fetch(String artifact, Path folder) {
    List<String> command =
        List.of("mvn", "-B", "-q", COPY, "-Dartifact=" + artifact, "-DoutputDirectory=" + folder);
    try {
      Process maven = new ProcessBuilder(command)
          .directory(Files.createDirectories(folder).toFile())
          .redirectErrorStream(true)
          .start();
      String output = new String(maven.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (maven.waitFor() != 0) {
        throw new IllegalStateException("Maven can't fetch " + artifact + ": " + output.strip());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("mvn could not be started to fetch " + artifact, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
