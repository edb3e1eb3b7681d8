// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.memory;

import java.lang.management.ManagementFactory;
import org.openjdk.jol.info.GraphLayout;

/** Started in a JVM of its own: measures what one holding takes per key, by walking it and by what the heap grew. */
public final class HeapProbe {
  private HeapProbe() {}

  /** Arguments: the holding's name, and how many keys. */
  public static void main(String[] arguments) {
    LimitStorage limitStorage = LimitStorage.valueOf(arguments[0]);
    String[] keys = new String[Integer.parseInt(arguments[1])];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = "customer-" + Integer.toHexString(0x1000_0000 + i);
    }
    Object empty = limitStorage.of(new String[] {"first"});
    Object other = limitStorage.of(keys); // leaves everything behind that only the first one leaves
    long before = usedBytes();
    Object full = limitStorage.of(keys);
    System.out.println("heap=" + (usedBytes() - before) / (double) keys.length);
    walk(empty, full, keys); // also keeps both alive until the heap was measured
    if (other == full) {
      throw new IllegalStateException("the two holdings are the same object");
    }
  }

  private static void walk(Object empty, Object full, String[] keys) {
    long strings = GraphLayout.parseInstance((Object) keys).totalSize()
        - 16L
        - 4L * keys.length; // the array that holds them is the probe's
    long grown = GraphLayout.parseInstance(full).totalSize()
        - GraphLayout.parseInstance(empty).totalSize();
    System.out.println("jol=" + (grown - strings) / (double) keys.length);
  }

  private static long usedBytes() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
