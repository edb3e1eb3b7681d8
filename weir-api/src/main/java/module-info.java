// SPDX-License-Identifier: Apache-2.0
/** The API that applications use to check rate limits, independent of where the limiter runs. */
module io.weir.api {
  requires static transitive org.jspecify;

  exports io.weir.api;
}
