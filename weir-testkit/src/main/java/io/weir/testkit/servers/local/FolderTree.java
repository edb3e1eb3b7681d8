// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder with everything below it. Links are copied as links and never followed.
 *
 * @param root the folder
 */
public record FolderTree(Path root) {
  /** Copies everything below the root to a folder that does not exist yet. */
  public void copyTo(Path target) throws IOException {
    for (Path each : paths(Comparator.naturalOrder())) {
      Files.copy(each, target.resolve(root.relativize(each)), LinkOption.NOFOLLOW_LINKS);
    }
  }

  /** Deletes everything below the root, but not the root. */
  public void empty() throws IOException {
    for (Path each : paths(Comparator.reverseOrder())) {
      if (!each.equals(root)) {
        Files.delete(each);
      }
    }
  }

  /** Deletes the root and everything below it, if it exists. */
  public void delete() throws IOException {
    if (Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
      empty();
      Files.delete(root);
    }
  }

  /** Returns the files below the root, as lines of size and path in a fixed order. */
  List<String> listing() throws IOException {
    try {
      return paths(Comparator.naturalOrder()).stream()
          .filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
          .map(path -> size(path) + " " + root.relativize(path))
          .toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Path> paths(Comparator<Path> order) throws IOException {
    try (Stream<Path> found = Files.walk(root)) {
      return found.sorted(order).toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
