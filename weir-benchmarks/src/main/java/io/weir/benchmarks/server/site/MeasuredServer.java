// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server.site;

/** A server process of this run, on loopback. */
public interface MeasuredServer extends AutoCloseable {

  /** What it is called in tables. */
  String label();

  /** Where it speaks HTTP/1.1. */
  int port();

  /** Where it speaks HTTP/2 in clear text. */
  int http2Port();

  /** What it asks callers for, after the word Bearer. */
  String key();

  /** What it has used so far. */
  ProcessUsage usage();

  @Override
  void close();
}
