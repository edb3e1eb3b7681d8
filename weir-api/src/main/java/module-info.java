// SPDX-License-Identifier: Apache-2.0
/** What an application says to a rate limiter, wherever that runs. */
@SuppressWarnings("module") // the other modules are built later
module io.weir.api {
  requires static transitive org.jspecify;

  exports io.weir.api;
  exports io.weir.api.common to
      io.weir.client,
      io.weir.server,
      io.weir.spring,
      io.weir.web;
}
