// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server.site;

/** A server process of this run, on loopback. */
public interface MeasuredServer extends AutoCloseable {

  /** The name in tables. */
  String label();

  /** The port for HTTP/1.1. */
  int port();

  /** The port for HTTP/2 in clear text. */
  int http2Port();

  /** The bearer token that the server requires. */
  String key();

  /** The resources that the server has used so far. */
  ProcessUsage usage();

  @Override
  void close();
}
