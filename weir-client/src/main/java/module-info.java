// SPDX-License-Identifier: Apache-2.0
/**
 * A rate limiter that asks a server. What stands behind it is not for others to use, but for Weir's own commands: they print
 * what a server says, which the limiter does not pass on.
 */
@SuppressWarnings("module") // weir-cli is built later
module io.weir.client {
  requires com.fasterxml.jackson.core;
  requires transitive io.weir.api;
  requires java.net.http;
  requires static transitive org.jspecify;

  exports io.weir.client;
  exports io.weir.client.http to
      io.weir.cli;
  exports io.weir.client.json to
      io.weir.cli;
}
