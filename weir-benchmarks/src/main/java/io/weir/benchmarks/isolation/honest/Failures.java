// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation.honest;

import io.weir.benchmarks.server.load.LoadConnection;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Requests that were not answered as they should have been.
 *
 * @param counts how many, by status code or exception
 */
public record Failures(Map<String, Long> counts) {
  /** None yet. */
  static Failures none() {
    return new Failures(new TreeMap<>());
  }

  /** The sum of several. */
  static Failures sum(Stream<Failures> parts) {
    Failures all = none();
    parts.forEach(part -> part.counts.forEach((reason, count) -> all.add(reason, count)));
    return all;
  }

  /** An answer that is no decision. */
  void add(LoadConnection.LoadReply loadReply) {
    add(Integer.toString(loadReply.status()), 1);
  }

  /** No answer. */
  void add(IOException reason) {
    add(reason.getClass().getSimpleName(), 1);
  }

  /** A request that was not sent, since those before took too long. */
  void addUnsent() {
    add("not sent", 1);
  }

  private void add(String reason, long count) {
    counts.merge(reason, count, Long::sum);
  }

  /** The same and some more. */
  public Failures plus(Failures others) {
    return sum(Stream.of(this, others));
  }

  /** How many there are. */
  public long total() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
