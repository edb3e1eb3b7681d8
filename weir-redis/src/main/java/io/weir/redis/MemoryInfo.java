// SPDX-License-Identifier: Apache-2.0
package io.weir.redis;

import io.weir.origin.Origin.OriginMemory;
import io.weir.origin.Origin.OriginSpaceUsage;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The memory of Redis, summed over all nodes.
 *
 * @param maxBytes the maximum memory; 0 if it is unbounded or unknown
 * @param usedBytes the memory in use, for cells and for everything else; 0 if unknown
 */
record MemoryInfo(long maxBytes, long usedBytes) {
  private static final Pattern MAX = Pattern.compile("^maxmemory:(\\d+)", Pattern.MULTILINE);
  private static final Pattern USED = Pattern.compile("^used_memory:(\\d+)", Pattern.MULTILINE);

  static MemoryInfo of(List<String> infos) {
    long max = 0;
    long used = 0;
    for (String info : infos) {
      long each = number(MAX, info);
      if (each == 0) {
        return new MemoryInfo(0, infos.size() == 1 ? number(USED, info) : 0);
      }
      max += each;
      used += number(USED, info);
    }
    return new MemoryInfo(max, used);
  }

  private static long number(Pattern field, String info) {
    Matcher found = field.matcher(info);
    return found.find() ? Long.parseLong(found.group(1)) : 0;
  }

  /**
   * Converts the accounted memory, whose first entry is the sum over all workspaces. If it exceeds what Redis uses in
   * total, all entries are scaled down.
   */
  OriginSpaceUsage usage(List<OriginMemory> account) {
    long accounted = account.get(0).bytes();
    double part = usedBytes > 0 && usedBytes < accounted ? (double) usedBytes / accounted : 1;
    List<OriginMemory> real = account.stream()
        .map(each -> new OriginMemory(each.cells(), (long) (each.bytes() * part)))
        .toList();
    long ceiling =
        maxBytes == 0 ? OriginSpaceUsage.UNKNOWN_CEILING : ceiling(real.get(0).bytes());
    return new OriginSpaceUsage(real.subList(1, real.size()), real.get(0), ceiling);
  }

  /**
   * The maximum memory for cells: three quarters of the memory minus all other data, but at least half of what that
   * data leaves. If cells take more than was accounted for, the difference counts as other data.
   */
  private long ceiling(long cells) {
    long other = Math.max(0, usedBytes - cells);
    return Math.max(0, Math.max(maxBytes / 4 * 3 - other, (maxBytes - other) / 2));
  }
}
