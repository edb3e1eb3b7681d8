// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.planet;

import io.weir.CellKey;
import io.weir.ledger.Ledger;
import io.weir.origin.Origin;
import java.util.List;

/** Hears everything that passes between processes and stores, at the instant at which it arrives. */
public interface Witness {

  /** Hears nothing. */
  Witness NONE = new Witness() {};

  /** Publications have reached the region's origin, which is about to take them. */
  default void publishing(Life from, List<Origin.Publication> publications) {}

  /** The origin took them. */
  default void published(Life from, List<Origin.Publication> publications) {}

  /** A read has reached the region's origin. */
  default void read(Life from, List<Origin.Query> queries) {}

  /** Components have reached the ledger, which is about to take them. */
  default void pushing(Life from, List<Ledger.Component> components) {}

  /** The ledger took them. */
  default void pushed(Life from, List<Ledger.Component> components) {}

  /** The ledger answered a pull. */
  default void pulled(Life from, Ledger.Page page) {}

  /** A process said to its origin, or to the ledger, that it lives. */
  default void beat(Life from, boolean toLedger, String incarnation) {}

  /** An answer of the origin about these cells has reached the process. */
  default void heardFromOrigin(Life by, List<CellKey> cells) {}

  /** An answer of the ledger has reached the process. */
  default void heardFromLedger(Life by, Ledger.Page page) {}

  /** Something went wrong, or right again. */
  default void happened(String what) {}
}
