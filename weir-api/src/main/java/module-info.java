// SPDX-License-Identifier: Apache-2.0
/** The API that applications use to check rate limits, independent of where the limiter runs. */
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
