// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What a process and its children have used, as Linux counts it.
 *
 * @param cpuMillis processor time, in user and in kernel mode
 * @param residentBytes memory that is not swapped out
 */
public record ProcessUsage(long cpuMillis, long residentBytes) {
  /** In /proc, processor time is told in hundredths of a second, whatever the kernel's own rate. */
  private static final long MILLIS_PER_TICK = 10;

  /** Places behind the name of the program: state is the first. */
  private static final int USER_TICKS = 11;

  private static final int KERNEL_TICKS = 12;

  private static final ProcessUsage NOTHING = new ProcessUsage(0, 0);

  /** Whether this system tells. */
  public static boolean isKnown() {
    return Files.isReadable(Path.of("/proc/self/stat"));
  }

  /** Of a process and all that it started. */
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

  /** The program's name may hold anything, also spaces and parentheses; what follows the last of them does not. */
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
