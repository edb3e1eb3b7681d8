// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.fleet;

import io.weir.CellKey;
import io.weir.ledger.Ledger;
import io.weir.origin.Origin;
import java.util.List;

/** Receives every message between processes and stores at the time of its arrival. */
public interface MessageListener {

  /** A listener that ignores everything. */
  MessageListener NONE = new MessageListener() {};

  /** Called when publications reach the region's origin, before it applies them. */
  default void publishing(ProcessInstance from, List<Origin.Publication> publications) {}

  /** Called after the origin applied publications. */
  default void published(ProcessInstance from, List<Origin.Publication> publications) {}

  /** Called when a read reaches the region's origin. */
  default void read(ProcessInstance from, List<Origin.Query> queries) {}

  /** Called after the origin applied a restoration of counts of dead writers. */
  default void restored(ProcessInstance from, List<Origin.Restoration> restorations) {}

  /** Called when components reach the ledger, before it applies them. */
  default void pushing(ProcessInstance from, List<Ledger.Component> components) {}

  /** Called after the ledger applied components. */
  default void pushed(ProcessInstance from, List<Ledger.Component> components) {}

  /** Called when the ledger answered a pull. */
  default void pulled(ProcessInstance from, Ledger.PullPage pullPage) {}

  /** Called when a process sent a heartbeat to its origin or to the ledger. */
  default void heartbeat(ProcessInstance from, boolean toLedger, String incarnation) {}

  /** Called when a response of the origin about this cell reaches the process. */
  default void originAnswered(ProcessInstance by, CellKey cell) {}

  /** Called when a response of the ledger reaches the process. */
  default void ledgerAnswered(ProcessInstance by, Ledger.PullPage pullPage) {}

  /** Called when a fault starts or ends. */
  default void event(String what) {}

  /** Returns a listener that calls both listeners, one after the other. */
  static MessageListener combine(MessageListener one, MessageListener other) {
    return new CombinedListener(one, other);
  }

  /**
   * A pair of listeners that receive the same messages.
   *
   * @param one the listener that is called first
   * @param other the listener that is called second
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
