// SPDX-License-Identifier: Apache-2.0
/** A rate limiter that calls a server. Only the exported packages are for applications. */
module io.weir.client {
  requires com.fasterxml.jackson.core;
  requires transitive io.weir.api;
  requires java.net.http;
  requires static transitive org.jspecify;

  exports io.weir.client;
}
