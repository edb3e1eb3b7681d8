// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.truth;

import io.weir.CellKey;
import io.weir.ledger.Ledger;
import io.weir.origin.Origin;
import io.weir.simulator.fleet.MessageListener;
import io.weir.simulator.fleet.ProcessInstance;
import io.weir.time.ManualClock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Keeps the text of the last events. Use it only for runs that are known to fail, because formatting is slow. */
public class EventTrace implements MessageListener {
  /** A trace that records nothing. */
  public static final EventTrace NONE = new EventTrace() {
    @Override
    public void record(String event) {}

    @Override
    public void clock(ManualClock truth) {}
  };

  private static final int KEPT = 60;

  private final Deque<String> events = new ArrayDeque<>();
  private ManualClock clock = new ManualClock(0);

  /** Sets the clock that dates the events. */
  public void clock(ManualClock truth) {
    clock = truth;
  }

  /** Records an event. */
  public void record(String event) {
    if (events.size() == KEPT) {
      events.remove();
    }
    events.add(clock.elapsedMillis() + " ms  " + event);
  }

  /** Returns the last events, the latest last. */
  public List<String> events() {
    return List.copyOf(events);
  }

  @Override
  public void published(ProcessInstance from, List<Origin.Publication> publications) {
    publications.forEach(each -> record(from.name() + " published " + each.count() + " as "
        + each.field() + " of " + describe(each.cell())));
  }

  @Override
  public void restored(ProcessInstance from, List<Origin.Restoration> restorations) {
    restorations.forEach(each -> record(from.name() + " restored up to " + each.siblings()
        + (each.field().isEmpty() ? "" : " beside " + each.field()) + " of "
        + describe(each.cell())));
  }

  @Override
  public void read(ProcessInstance from, List<Origin.Query> queries) {
    queries.forEach(each -> record(from.name() + " read " + describe(each.cell())));
  }

  @Override
  public void pushed(ProcessInstance from, List<Ledger.Component> components) {
    components.forEach(
        each -> record(from.name() + " pushed " + each.count() + " of " + describe(each.cell())));
  }

  @Override
  public void ledgerAnswered(ProcessInstance by, Ledger.PullPage pullPage) {
    pullPage
        .sums()
        .forEach(each -> record(by.name() + " read that other regions have " + each.foreign()
            + " and its region " + each.regional() + " of " + describe(each.cell())));
  }

  @Override
  public void event(String event) {
    record(event);
  }

  private static String describe(CellKey cell) {
    return cell.subject().identifier() + " in window " + cell.sequence() + " of "
        + cell.subject().durationMillis() + " ms";
  }
}
