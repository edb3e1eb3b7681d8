// SPDX-License-Identifier: Apache-2.0
/** What an application asks a limiter, and the client that asks a server. What stands behind it is not for others to use. */
module io.weir.client {
  requires com.fasterxml.jackson.core;
  requires java.net.http;
  requires static transitive org.jspecify;

  exports io.weir.client;
}
