// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.fleet;

import io.weir.CellKey;
import io.weir.ledger.Ledger;
import io.weir.origin.Origin;
import java.util.List;

/** Hears everything that passes between processes and stores, at the instant at which it arrives. */
public interface MessageListener {

  /** Hears nothing. */
  MessageListener NONE = new MessageListener() {};

  /** Publications have reached the region's origin, which is about to take them. */
  default void publishing(ProcessInstance from, List<Origin.Publication> publications) {}

  /** The origin took them. */
  default void published(ProcessInstance from, List<Origin.Publication> publications) {}

  /** A read has reached the region's origin. */
  default void read(ProcessInstance from, List<Origin.Query> queries) {}

  /** The origin took what a process knew of writers that are gone. */
  default void restored(ProcessInstance from, List<Origin.Restoration> restorations) {}

  /** Components have reached the ledger, which is about to take them. */
  default void pushing(ProcessInstance from, List<Ledger.Component> components) {}

  /** The ledger took them. */
  default void pushed(ProcessInstance from, List<Ledger.Component> components) {}

  /** The ledger answered a pull. */
  default void pulled(ProcessInstance from, Ledger.PullPage pullPage) {}

  /** A process said to its origin, or to the ledger, that it lives. */
  default void heartbeat(ProcessInstance from, boolean toLedger, String incarnation) {}

  /** An answer of the origin about this cell has reached the process. */
  default void originAnswered(ProcessInstance by, CellKey cell) {}

  /** An answer of the ledger has reached the process. */
  default void ledgerAnswered(ProcessInstance by, Ledger.PullPage pullPage) {}

  /** Something went wrong, or right again. */
  default void event(String what) {}

  /** Both hear everything, one after the other. */
  static MessageListener combine(MessageListener one, MessageListener other) {
    return new CombinedListener(one, other);
  }

  /**
   * Two that hear the same.
   *
   * @param one the first to hear
   * @param other the second
   */
  record CombinedListener(MessageListener one, MessageListener other) implements MessageListener {
    @Override
    public void publishing(ProcessInstance from, List<Origin.Publication> publications) {
      one.publishing(from, publications);
      other.publishing(from, publications);
    }

    @Override
    public void published(ProcessInstance from, List<Origin.Publication> publications) {
      one.published(from, publications);
      other.published(from, publications);
    }

    @Override
    public void read(ProcessInstance from, List<Origin.Query> queries) {
      one.read(from, queries);
      other.read(from, queries);
    }

    @Override
    public void restored(ProcessInstance from, List<Origin.Restoration> restorations) {
      one.restored(from, restorations);
      other.restored(from, restorations);
    }

    @Override
    public void pushing(ProcessInstance from, List<Ledger.Component> components) {
      one.pushing(from, components);
      other.pushing(from, components);
    }

    @Override
    public void pushed(ProcessInstance from, List<Ledger.Component> components) {
      one.pushed(from, components);
      other.pushed(from, components);
    }

    @Override
    public void pulled(ProcessInstance from, Ledger.PullPage pullPage) {
      one.pulled(from, pullPage);
      other.pulled(from, pullPage);
    }

    @Override
    public void heartbeat(ProcessInstance from, boolean toLedger, String incarnation) {
      one.heartbeat(from, toLedger, incarnation);
      other.heartbeat(from, toLedger, incarnation);
    }

    @Override
    public void originAnswered(ProcessInstance by, CellKey cell) {
      one.originAnswered(by, cell);
      other.originAnswered(by, cell);
    }

    @Override
    public void ledgerAnswered(ProcessInstance by, Ledger.PullPage pullPage) {
      one.ledgerAnswered(by, pullPage);
      other.ledgerAnswered(by, pullPage);
    }

    @Override
    public void event(String what) {
      one.event(what);
      other.event(what);
    }
  }
}
