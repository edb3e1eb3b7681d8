// SPDX-License-Identifier: Apache-2.0
/** Weir's engine, which decides in memory and synchronizes with its region and other regions in the background. */
module io.weir.core {
  requires static transitive org.jspecify;

  exports io.weir;
  exports io.weir.engine;
  exports io.weir.ledger;
  exports io.weir.memory;
  exports io.weir.origin;
  exports io.weir.pattern;
  exports io.weir.reset;
  exports io.weir.time;
}
