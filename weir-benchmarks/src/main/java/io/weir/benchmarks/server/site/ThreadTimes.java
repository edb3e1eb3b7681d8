// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * CPU time of a process's threads by name, according to Linux. Threads with the same name are added up; Linux keeps
 * the first 15 characters of a name.
 *
 * @param millis CPU time by thread name
 */
public record ThreadTimes(Map<String, Long> millis) {
  /** The times of all threads that the process has now. */
  public static ThreadTimes of(long pid) {
    Map<String, Long> millis = new TreeMap<>();
    try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
      for (Path thread : threads.toList()) {
        add(millis, thread);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the threads of process " + pid + " can't be read", e);
    }
    return new ThreadTimes(millis);
  }

  private static void add(Map<String, Long> millis, Path thread) throws IOException {
    try {
      long used = ProcessUsage.cpuMillis(Files.readString(thread.resolve("stat")));
      millis.merge(Files.readString(thread.resolve("comm")).strip(), used, Long::sum);
    } catch (NoSuchFileException e) {
      // The thread ended after it was listed.
    }
  }

  /** The CPU time used since an earlier reading. */
  public ThreadTimes since(ThreadTimes earlier) {
    Map<String, Long> grown = new TreeMap<>();
    millis.forEach((name, used) ->
        grown.put(name, Math.max(0, used - earlier.millis.getOrDefault(name, 0L))));
    return new ThreadTimes(grown);
  }
}
