// SPDX-License-Identifier: Apache-2.0
package io.weir.redis;

import io.weir.origin.Origin.OriginMemory;
import io.weir.origin.Origin.OriginSpaceUsage;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much memory Redis has, all of its nodes together.
 *
 * @param maxBytes how much it may use; 0 if that is not bounded or not known
 * @param usedBytes how much it uses, for cells and for everything else; 0 if not known
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

  /** What the account says, the first entry being all workspaces together. More than Redis uses at all is too much. */
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
   * How much cells may take: three quarters of the memory less whatever else is in there, and half of what that leaves at
   * least. If cells take more than their account says, that too counts as something else.
   */
  private long ceiling(long cells) {
    long other = Math.max(0, usedBytes - cells);
    return Math.max(0, Math.max(maxBytes / 4 * 3 - other, (maxBytes - other) / 2));
  }
}
