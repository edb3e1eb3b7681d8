// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The resources that a process and its children have used, according to Linux.
 *
 * @param cpuMillis CPU time, in user and in kernel mode
 * @param residentBytes resident memory
 */
public record ProcessUsage(long cpuMillis, long residentBytes) {
  /** In /proc, CPU time is in hundredths of a second, independent of the kernel's own tick rate. */
  private static final long MILLIS_PER_TICK = 10;

  /** Indexes of the fields after the program's name; index 0 is the state. */
  private static final int USER_TICKS = 11;

  private static final int KERNEL_TICKS = 12;

  private static final ProcessUsage NOTHING = new ProcessUsage(0, 0);

  /** Whether this system reports usage. */
  public static boolean isKnown() {
    return Files.isReadable(Path.of("/proc/self/stat"));
  }

  /** The usage of a process and all its descendants. */
  public static ProcessUsage of(ProcessHandle process) {
    return Stream.concat(Stream.of(process), process.descendants())
        .map(each -> read(Path.of("/proc", String.valueOf(each.pid()))))
        .reduce(NOTHING, ProcessUsage::plus);
  }

  private static ProcessUsage read(Path folder) {
    try {
      return new ProcessUsage(
          cpuMillis(Files.readString(folder.resolve("stat"))),
          residentBytes(Files.readString(folder.resolve("status"))));
    } catch (IOException e) {
      throw new UncheckedIOException("the process of " + folder + " is gone", e);
    }
  }

  /**
   * The program's name may contain any character, including spaces and parentheses. The fields after its last
   * parenthesis do not.
   */
  static long cpuMillis(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return MILLIS_PER_TICK
        * (Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[KERNEL_TICKS]));
  }

  static long residentBytes(String status) {
    return status
        .lines()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> 1_024 * Long.parseLong(line.replaceAll("[^0-9]", "")))
        .findFirst()
        .orElse(0);
  }

  private ProcessUsage plus(ProcessUsage other) {
    return new ProcessUsage(cpuMillis + other.cpuMillis, residentBytes + other.residentBytes);
  }
}
