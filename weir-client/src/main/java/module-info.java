// SPDX-License-Identifier: Apache-2.0
/**
 * A rate limiter that calls a server. Only the exported packages are for applications; Weir's own commands also use the
 * packages behind them, since they print what a server says.
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
