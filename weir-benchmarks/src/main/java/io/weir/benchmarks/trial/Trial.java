// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.trial;

import java.util.Map;
import java.util.TreeMap;

/**
 * One benchmark method with its parameters.
 *
 * @param benchmark the class
 * @param method the method
 * @param parameters values of its parameters by name
 * @param threads how many threads call it concurrently
 */
public record Trial(
    Class<?> benchmark, String method, Map<String, String> parameters, int threads) {

  /** A trial of a method without parameters, on one thread. */
  public static Trial of(Class<?> benchmark, String method) {
    return new Trial(benchmark, method, Map.of(), 1);
  }

  /** The same trial with one more parameter. */
  public Trial with(String parameter, String value) {
    Map<String, String> more = new TreeMap<>(parameters);
    more.put(parameter, value);
    return new Trial(benchmark, method, more, threads);
  }

  /** The same trial on this number of threads. */
  public Trial on(int callers) {
    return new Trial(benchmark, method, parameters, callers);
  }
}
