// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.decide;

import io.weir.Decision;
import io.weir.LimitPolicy;
import io.weir.Observer;
import io.weir.engine.BatchCheck;
import io.weir.engine.Engine;
import io.weir.engine.EngineBuilder;
import io.weir.engine.Limiter;
import io.weir.time.ManualClock;
import java.util.List;
import java.util.SplittableRandom;

/** An engine whose time is that of the checks: the same checks get the same decisions, on every machine. */
final class Replay {

  /**
   * Subjects that may be walked per request in search of forgotten ones. While no more are in memory, every request
   * walks all; beyond that a walk waits until enough requests have paid for it, so that a long replay stays linear.
   */
  private static final long SCANNED_PER_REQUEST = 512;

  private final ManualClock clock = new ManualClock(0);
  private final Engine engine;
  private long credit;
  private boolean evicting;

  /**
   * What one line asks.
   *
   * @param epochMillis when
   * @param items what; more than one are decided together
   */
  record ReplayRequest(long epochMillis, List<ReplayItem> items) {
    ReplayRequest {
      items = List.copyOf(items);
    }
  }

  /** One check and the limit that it is put to. */
  record ReplayItem(String identifier, long cost, LimitPolicy limit) {}

  /** The heap is too small for all subjects that matter at once. */
  static final class OutOfCapacity extends Exception {
    private static final long serialVersionUID = 1L;

    OutOfCapacity(long subjects) {
      super("more than " + subjects
          + " identifiers are active at the same time, and the heap is too small for them;"
          + " increase it, for example with JAVA_TOOL_OPTIONS=-Xmx4g");
    }
  }

  /** Has room for as many subjects as the heap affords. */
  Replay() {
    this(Engine.builder());
  }

  /** Has room for so many subjects. */
  Replay(long maxSubjects) {
    this(Engine.builder().maxSubjects(maxSubjects));
  }

  private Replay(EngineBuilder builder) {
    engine = builder
        .clock(clock)
        .elapsed(clock)
        .random(new SplittableRandom(0))
        .observer(new Observer() {
          @Override
          public void onMemoryPressure(boolean begins, long subjects) {
            evicting |= begins;
          }
        })
        .build();
  }

  /** Decides a request: one decision per item. */
  List<Decision> decide(ReplayRequest replayRequest) throws OutOfCapacity {
    clock.stepTo(replayRequest.epochMillis());
    evictExpired();
    List<Decision> decisions = answer(replayRequest.items());
    if (evicting) { // what was evicted is lost, so no answer from here on would be worth anything
      throw new OutOfCapacity(engine.subjects());
    }
    return decisions;
  }

  private List<Decision> answer(List<ReplayItem> items) {
    if (items.size() == 1) {
      ReplayItem replayItem = items.get(0);
      return List.of(limiter(replayItem).check(replayItem.identifier(), replayItem.cost()));
    }
    List<BatchCheck> batch = items.stream()
        .map(replayItem -> limiter(replayItem).of(replayItem.identifier(), replayItem.cost()))
        .toList();
    return engine.check(batch).decisions();
  }

  private Limiter limiter(ReplayItem replayItem) {
    return engine.limiter("weir", "decide", replayItem.limit());
  }

  private void evictExpired() {
    credit += SCANNED_PER_REQUEST;
    if (credit < engine.subjects()) {
      return;
    }
    credit = 0;
    while (engine.work() > 0) {}
  }

  long subjects() {
    return engine.subjects();
  }
}
