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

  /** The origin took what a process knew of writers that are gone. */
  default void restored(Life from, List<Origin.Restoration> restorations) {}

  /** Components have reached the ledger, which is about to take them. */
  default void pushing(Life from, List<Ledger.Component> components) {}

  /** The ledger took them. */
  default void pushed(Life from, List<Ledger.Component> components) {}

  /** The ledger answered a pull. */
  default void pulled(Life from, Ledger.Page page) {}

  /** A process said to its origin, or to the ledger, that it lives. */
  default void beat(Life from, boolean toLedger, String incarnation) {}

  /** An answer of the origin about this cell has reached the process. */
  default void heardFromOrigin(Life by, CellKey cell) {}

  /** An answer of the ledger has reached the process. */
  default void heardFromLedger(Life by, Ledger.Page page) {}

  /** Something went wrong, or right again. */
  default void happened(String what) {}

  /** Both hear everything, one after the other. */
  static Witness both(Witness one, Witness other) {
    return new Both(one, other);
  }

  /**
   * Two that hear the same.
   *
   * @param one the first to hear
   * @param other the second
   */
  record Both(Witness one, Witness other) implements Witness {
    @Override
    public void publishing(Life from, List<Origin.Publication> publications) {
      one.publishing(from, publications);
      other.publishing(from, publications);
    }

    @Override
    public void published(Life from, List<Origin.Publication> publications) {
      one.published(from, publications);
      other.published(from, publications);
    }

    @Override
    public void read(Life from, List<Origin.Query> queries) {
      one.read(from, queries);
      other.read(from, queries);
    }

    @Override
    public void restored(Life from, List<Origin.Restoration> restorations) {
      one.restored(from, restorations);
      other.restored(from, restorations);
    }

    @Override
    public void pushing(Life from, List<Ledger.Component> components) {
      one.pushing(from, components);
      other.pushing(from, components);
    }

    @Override
    public void pushed(Life from, List<Ledger.Component> components) {
      one.pushed(from, components);
      other.pushed(from, components);
    }

    @Override
    public void pulled(Life from, Ledger.Page page) {
      one.pulled(from, page);
      other.pulled(from, page);
    }

    @Override
    public void beat(Life from, boolean toLedger, String incarnation) {
      one.beat(from, toLedger, incarnation);
      other.beat(from, toLedger, incarnation);
    }

    @Override
    public void heardFromOrigin(Life by, CellKey cell) {
      one.heardFromOrigin(by, cell);
      other.heardFromOrigin(by, cell);
    }

    @Override
    public void heardFromLedger(Life by, Ledger.Page page) {
      one.heardFromLedger(by, page);
      other.heardFromLedger(by, page);
    }

    @Override
    public void happened(String what) {
      one.happened(what);
      other.happened(what);
    }
  }
}
