// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.rig;

import io.weir.CellKey;
import io.weir.Limit;
import io.weir.SubjectKey;
import io.weir.engine.Engine;
import io.weir.engine.EngineBuilder;
import io.weir.time.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/** Processes on one clock, stepped by the test: nothing happens at any other time. */
public final class Peers {
  /** Begins a window of 1, 10, 60, 300 and 600 seconds. */
  public static final long START = 1_700_000_400_000L;

  private static final String WORKSPACE = "w";

  private final ManualClock clock;
  private final List<Peer> peers = new ArrayList<>();
  private long drawn;

  /** Nobody yet, at {@link #START}. */
  public Peers() {
    this(START, 0);
  }

  /**
   * Nobody yet.
   *
   * @param startMillis the Unix millisecond at which the clock stands
   * @param seed where the processes' random numbers descend from
   */
  public Peers(long startMillis, long seed) {
    this.clock = new ManualClock(startMillis);
    this.drawn = seed;
  }

  /** The time of all of them. */
  public ManualClock clock() {
    return clock;
  }

  /** A process with only what it is given, stepped after those that came before it. */
  public Peer add(UnaryOperator<EngineBuilder> with) {
    Tally tally = new Tally();
    EngineBuilder builder = Engine.builder()
        .clock(clock)
        .elapsed(clock)
        .random(new SplittableRandom(++drawn))
        .observer(tally)
        .closeMillis(100);
    Peer peer = new Peer(with.apply(builder).build(), tally, WORKSPACE);
    peers.add(peer);
    return peer;
  }

  /** Lets everybody do what there is to do at this instant. */
  public void settle() {
    peers.forEach(Peer::settle);
  }

  /** Lets time pass, a millisecond at a time. */
  public void pass(long millis) {
    pass(millis, 1);
  }

  /** Lets time pass in steps of so many milliseconds, the last of which may be shorter. */
  public void pass(long millis, long step) {
    for (long left = millis; left > 0; left -= step) {
      clock.advanceMillis(Math.min(step, left));
      settle();
    }
  }

  /** Takes a process out, as if it had been killed. */
  public void kill(Peer peer) {
    peers.remove(peer);
  }

  /** The current cell of this identifier in workspace "w". */
  public CellKey cell(Limit limit, String identifier) {
    return cell(WORKSPACE, limit, identifier);
  }

  /** The current cell of this identifier. */
  public CellKey cell(String workspace, Limit limit, String identifier) {
    return new CellKey(
        new SubjectKey(workspace, "n", identifier, limit.durationMillis()),
        Math.floorDiv(clock.epochMillis(), limit.durationMillis()));
  }
}
