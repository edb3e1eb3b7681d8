// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The folder that contains all modules, found from any working directory. */
public final class Repository {
  private static final String MARKER = ".mvn";

  private final Path root;

  private Repository(Path root) {
    this.root = root;
  }

  /** Walks up from the working directory to the folder that contains {@code .mvn}. */
  public static Repository locate() {
    return above(Path.of("").toAbsolutePath());
  }

  static Repository above(Path start) {
    for (Path folder = start; folder != null; folder = folder.getParent()) {
      if (Files.isDirectory(folder.resolve(MARKER))) {
        return new Repository(folder);
      }
    }
    throw new IllegalStateException("no folder above " + start + " contains " + MARKER);
  }

  /** Returns the top-level folder of the repository. */
  public Path root() {
    return root;
  }

  /** Returns the folders directly below the root that have a build file and sources, ordered by name. */
  public List<Path> modules() {
    try (Stream<Path> folders = Files.list(root)) {
      return folders
          .filter(folder ->
              Files.exists(folder.resolve("pom.xml")) && Files.isDirectory(folder.resolve("src")))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list the modules of " + root, e);
    }
  }
}
