// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.memory;

import java.lang.management.ManagementFactory;
import org.openjdk.jol.info.GraphLayout;

/**
 * Measures the memory per key of one kind of limiter, by walking the objects and by the growth of the heap. Runs in
 * its own JVM.
 */
public final class HeapProbe {
  private HeapProbe() {}

  /** Arguments: the name of the {@link LimitStorage} and the number of keys. */
  public static void main(String[] arguments) {
    LimitStorage limitStorage = LimitStorage.valueOf(arguments[0]);
    String[] keys = new String[Integer.parseInt(arguments[1])];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = "customer-" + Integer.toHexString(0x1000_0000 + i);
    }
    Object empty = limitStorage.of(new String[] {"first"});
    Object other = limitStorage.of(keys); // triggers all one-time allocations
    long before = usedBytes();
    Object full = limitStorage.of(keys);
    System.out.println("heap=" + (usedBytes() - before) / (double) keys.length);
    walk(empty, full, keys); // also keeps both alive until the heap has been measured
    if (other == full) {
      throw new IllegalStateException("the two holdings are the same object");
    }
  }

  private static void walk(Object empty, Object full, String[] keys) {
    long strings = GraphLayout.parseInstance((Object) keys).totalSize()
        - 16L
        - 4L * keys.length; // the array of the keys belongs to the probe
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
