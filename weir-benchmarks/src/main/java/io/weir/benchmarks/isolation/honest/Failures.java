// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation.honest;

import io.weir.benchmarks.server.load.LoadConnection;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Counts requests that were not answered as expected.
 *
 * @param counts the number of failures by status code or exception
 */
public record Failures(Map<String, Long> counts) {
  /** No failures. */
  static Failures none() {
    return new Failures(new TreeMap<>());
  }

  /** The sum of several counts. */
  static Failures sum(Stream<Failures> parts) {
    Failures all = none();
    parts.forEach(part -> part.counts.forEach((reason, count) -> all.add(reason, count)));
    return all;
  }

  /** Counts a response that is not a decision. */
  void add(LoadConnection.LoadReply loadReply) {
    add(Integer.toString(loadReply.status()), 1);
  }

  /** Counts a missing response. */
  void add(IOException reason) {
    add(reason.getClass().getSimpleName(), 1);
  }

  /** Counts a request that was not sent because earlier ones took too long. */
  void addUnsent() {
    add("not sent", 1);
  }

  private void add(String reason, long count) {
    counts.merge(reason, count, Long::sum);
  }

  /** The sum of both counts. */
  public Failures plus(Failures others) {
    return sum(Stream.of(this, others));
  }

  /** The total number of failures. */
  public long total() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
