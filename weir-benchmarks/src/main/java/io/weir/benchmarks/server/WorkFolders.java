// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Work folders of processes, deleted at the end of the run. */
public final class WorkFolders implements AutoCloseable {
  private final Path root;

  private WorkFolders(Path root) {
    this.root = root;
  }

  /** Creates the parent folder. */
  public static WorkFolders open() {
    try {
      return new WorkFolders(Files.createTempDirectory("weir-bench-server"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Creates a new work folder. */
  public Path folder() {
    try {
      return Files.createTempDirectory(root, "work");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try (Stream<Path> all = Files.walk(root)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path each : deepestFirst) {
        Files.deleteIfExists(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
