// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.truth;

import io.weir.CellKey;
import io.weir.ledger.Ledger;
import io.weir.origin.Origin;
import io.weir.simulator.planet.Life;
import io.weir.simulator.planet.Witness;
import io.weir.time.ManualClock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Remembers the last events, in words. Only for runs that are known to fail: words are slow. */
public class Trace implements Witness {
  /** Remembers nothing. */
  public static final Trace NONE = new Trace() {
    @Override
    public void note(String what) {}

    @Override
    public void clock(ManualClock truth) {}
  };

  private static final int KEPT = 60;

  private final Deque<String> events = new ArrayDeque<>();
  private ManualClock clock = new ManualClock(0);

  /** Takes the time from here. */
  public void clock(ManualClock truth) {
    clock = truth;
  }

  /** Something happened now. */
  public void note(String what) {
    if (events.size() == KEPT) {
      events.remove();
    }
    events.add(clock.elapsedMillis() + " ms  " + what);
  }

  /** The last events, the latest last. */
  public List<String> events() {
    return List.copyOf(events);
  }

  @Override
  public void published(Life from, List<Origin.Publication> publications) {
    publications.forEach(each -> note(from.name() + " published " + each.count() + " as "
        + each.field() + " of " + words(each.cell())));
  }

  @Override
  public void restored(Life from, List<Origin.Restoration> restorations) {
    restorations.forEach(each -> note(from.name() + " restored up to " + each.siblings()
        + (each.field().isEmpty() ? "" : " beside " + each.field()) + " of " + words(each.cell())));
  }

  @Override
  public void read(Life from, List<Origin.Query> queries) {
    queries.forEach(each -> note(from.name() + " read " + words(each.cell())));
  }

  @Override
  public void pushed(Life from, List<Ledger.Component> components) {
    components.forEach(
        each -> note(from.name() + " pushed " + each.count() + " of " + words(each.cell())));
  }

  @Override
  public void heardFromLedger(Life by, Ledger.Page page) {
    page.sums()
        .forEach(each -> note(by.name() + " read that other regions have " + each.foreign()
            + " and its region " + each.regional() + " of " + words(each.cell())));
  }

  @Override
  public void happened(String what) {
    note(what);
  }

  private static String words(CellKey cell) {
    return cell.subject().identifier() + " in window " + cell.sequence() + " of "
        + cell.subject().durationMillis() + " ms";
  }
}
