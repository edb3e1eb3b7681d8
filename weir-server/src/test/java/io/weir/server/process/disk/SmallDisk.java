// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.disk;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A file system in memory that is small enough to be filled. Creating one requires root privileges. */
public final class SmallDisk implements AutoCloseable {
  private static final int BLOCK = 4_096;

  private final Path root;

  private SmallDisk(Path root) {
    this.root = root;
  }

  /** Returns a mounted disk; empty if this user may not mount. */
  public static Optional<SmallDisk> mount(Path folder, String size) {
    return run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", folder.toString())
        ? Optional.of(new SmallDisk(folder))
        : Optional.empty();
  }

  private static boolean run(String... command) {
    try {
      Process process = new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
      return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  public Path folder(String name) {
    try {
      return Files.createDirectories(root.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Uses up the remaining space. */
  public void fill() {
    try (OutputStream out = Files.newOutputStream(root.resolve("filler"))) {
      for (byte[] block = new byte[BLOCK]; ; ) {
        out.write(block);
      }
    } catch (IOException e) {
      // No space is left, as intended.
    }
  }

  /** Frees the space. */
  public void free() {
    try {
      Files.delete(root.resolve("filler"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    if (!run("umount", root.toString())) {
      throw new IllegalStateException("can't unmount " + root);
    }
  }
}
