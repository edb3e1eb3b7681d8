// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The folder that holds all modules, found from wherever a test is run. */
public final class Repository {
  private static final String MARKER = ".mvn";

  private final Path root;

  private Repository(Path root) {
    this.root = root;
  }

  /** Walks up from the working directory to the folder that holds {@code .mvn}. */
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

  /** The repository's top folder. */
  public Path root() {
    return root;
  }

  /** The folders directly below the root that have a build file and sources, in the order of their names. */
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
