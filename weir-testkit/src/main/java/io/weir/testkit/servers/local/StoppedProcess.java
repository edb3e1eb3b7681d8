// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * Waits until SIGSTOP has taken effect. The signal is delivered to one thread after the other, so right after it was
 * sent some threads still answer requests.
 */
public final class StoppedProcess {
  private static final Duration TIMEOUT = Duration.ofSeconds(40);

  private StoppedProcess() {}

  /** Returns when all threads of the process have stopped. Returns immediately on systems without /proc. */
  public static void await(long pid) {
    if (!BoundedWait.until(TIMEOUT, () -> isStopped(pid))) {
      throw new IllegalStateException(
          "process " + pid + " did not stop within " + TIMEOUT + " of SIGSTOP");
    }
  }

  private static boolean isStopped(long pid) {
    Path tasks = Path.of("/proc", Long.toString(pid), "task");
    try (Stream<Path> threads = Files.list(tasks)) {
      for (Path thread : threads.toList()) {
        String stat = Files.readString(thread.resolve("stat"));
        if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      // A thread that ends in the meantime cannot be read: retry. Without /proc there is nothing to
      // read.
      return !Files.exists(tasks);
    }
  }
}
