// SPDX-License-Identifier: Apache-2.0
/** What an application says to a rate limiter, wherever that runs. */
module io.weir.api {
  requires static transitive org.jspecify;

  exports io.weir.api;
}
