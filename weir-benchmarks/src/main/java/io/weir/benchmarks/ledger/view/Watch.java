// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger.view;

import io.weir.CellKey;
import io.weir.Decision;
import io.weir.Explanation;
import io.weir.benchmarks.ledger.traffic.Spender;
import io.weir.ledger.Ledger;
import io.weir.time.EpochClock;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Follows what regions admit to shared subjects until others see it. */
public final class Watch {
  /*
   * Whenever a page with a watched cell reached a process, that process is asked, by a look, what it now sees: its answer
   * counts, not the page. Looks at other times could see nothing new. Watched are the subjects of exactly two regions:
   * there, what one sees as foreign is what the other told.
   */

  /** A page of many sums is merged in several steps; what is not seen after so many looks was not merged. */
  private static final int PATIENCE = 200;

  /**
   * Whom the watch asks.
   *
   * @param region the number of its region
   * @param observer its number within the region
   * @param eyes looks at a subject without spending
   */
  public record Witness(int region, int observer, Eyes eyes) {}

  /** A way to look. */
  public interface Eyes {
    CompletableFuture<Decision> look(Spender spender);
  }

  private record Look(Witness process, Watched watched, Ledger.CellSums expected, int patience) {}

  private static final class Watched {
    private final Spender spender;
    private final List<Map<Long, Trail>> trails = List.of(new HashMap<>(), new HashMap<>());

    private Watched(Spender spender) {
      this.spender = spender;
    }

    private boolean isIn(int region) {
      return spender.region(0) == region || spender.region(1) == region;
    }

    private int branchOf(int region) {
      return spender.region(0) == region ? 0 : 1;
    }
  }

  private final EpochClock clock;
  private final int[] processesPerRegion;
  private final @Nullable Watched[] watched;
  private final Delays delays = new Delays();
  private final Excess excess = new Excess();
  private Queue<Look> looks = new ArrayDeque<>();

  /** Watches these subjects. */
  public Watch(EpochClock clock, List<Spender> spenders, int[] processesPerRegion) {
    this.clock = clock;
    this.processesPerRegion = processesPerRegion.clone();
    this.watched = new Watched[spenders.size()];
    for (Spender spender : spenders) {
      if (spender.branches().size() == 2) {
        watched[spender.index()] = new Watched(spender);
      }
    }
  }

  /** From now on admissions count, for this long. */
  public void measure(long millis) {
    long now = clock.epochMillis();
    delays.measure(now, now + millis);
  }

  /** A check of a shared subject was decided, at its region of this branch. */
  public void decided(Spender spender, int branch, Decision decision) {
    if (decision.verdict() != Decision.Verdict.ALLOWED || decision.cost() == 0) {
      return;
    }
    long now = clock.epochMillis();
    long sequence = decision.explain().startMillis() / spender.limit().durationMillis();
    excess.admitted(spender, sequence, decision.cost(), delays.counts(now));
    Watched known = watched[spender.index()];
    if (known != null) {
      trail(known, branch, sequence).admitted(decision.cost(), now);
    }
  }

  private Trail trail(Watched known, int branch, long sequence) {
    int others = processesPerRegion[known.spender.region(1 - branch)];
    return known.trails.get(branch).computeIfAbsent(sequence, key -> new Trail(others));
  }

  /** A process of a region told the ledger of these cells. */
  public void pushed(int region, List<Ledger.Component> components) {
    for (Ledger.Component component : components) {
      Watched known = watched(component.cell());
      if (known != null && known.isIn(region)) {
        trail(known, known.branchOf(region), component.cell().sequence())
            .pushed(clock.epochMillis());
      }
    }
  }

  /** A page reached a process. */
  public void pulled(Witness process, Ledger.PullPage pullPage) {
    for (Ledger.CellSums cellSums : pullPage.sums()) {
      Watched known = cellSums.foreign() == 0 ? null : watched(cellSums.cell());
      if (known != null && known.isIn(process.region())) {
        looks.add(new Look(process, known, cellSums, PATIENCE));
      }
    }
  }

  private @Nullable Watched watched(CellKey cell) {
    return watched[Spender.indexOf(cell.subject().identifier())];
  }

  /** Looks wherever something new may be seen; to be called when engines had their turn. */
  public void look() {
    Queue<Look> now = looks;
    looks = new ArrayDeque<>();
    for (Look look : now) {
      CompletableFuture<Void> unused = look.process()
          .eyes()
          .look(look.watched().spender)
          .thenAccept(decision -> saw(look, decision.explain()));
    }
  }

  private void saw(Look look, Explanation seen) {
    long sequence = seen.startMillis() / seen.durationMillis();
    long foreign = seen.current().foreign();
    long foreignBefore = seen.previous().foreign();
    heard(look, sequence, foreign);
    heard(look, sequence - 1, foreignBefore);
    long wanted = look.expected().cell().sequence();
    boolean isMissing = wanted == sequence
        ? foreign < look.expected().foreign()
        : wanted == sequence - 1 && foreignBefore < look.expected().foreign();
    if (isMissing && look.patience() > 0) {
      looks.add(new Look(look.process(), look.watched(), look.expected(), look.patience() - 1));
    }
  }

  private void heard(Look look, long sequence, long foreign) {
    int other = 1 - look.watched().branchOf(look.process().region());
    Trail trail = look.watched().trails.get(other).get(sequence);
    if (trail != null) {
      trail.heard(look.process().observer(), foreign, clock.epochMillis(), delays);
    }
  }

  /** No more will be heard. */
  public Delays end() {
    for (Watched each : watched) {
      if (each != null) {
        each.trails.forEach(branch -> branch.values().forEach(trail -> trail.end(delays)));
      }
    }
    return delays;
  }

  /** How far above their limits shared cells got. */
  public Excess excess() {
    return excess;
  }
}
