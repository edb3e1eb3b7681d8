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

/**
 * An engine in virtual time, which is the time of the checks. The same checks get the same decisions on every machine.
 */
final class Replay {

  /**
   * How many subjects may be scanned per request to find expired ones. As long as at most this many subjects are in
   * memory, every request scans all of them. With more subjects, a scan waits until enough requests have been decided
   * since the last one, so that the cost of a long replay stays linear.
   */
  private static final long SCANNED_PER_REQUEST = 512;

  private final ManualClock clock = new ManualClock(0);
  private final Engine engine;
  private long credit;
  private boolean evicting;

  /**
   * The request of one line.
   *
   * @param epochMillis the time
   * @param items the checks; more than one form a batch
   */
  record ReplayRequest(long epochMillis, List<ReplayItem> items) {
    ReplayRequest {
      items = List.copyOf(items);
    }
  }

  /** One check and its limit. */
  record ReplayItem(String identifier, long cost, LimitPolicy limit) {}

  /** Reports that the heap is too small for all subjects that are active at the same time. */
  static final class OutOfCapacity extends Exception {
    private static final long serialVersionUID = 1L;

    OutOfCapacity(long subjects) {
      super("more than " + subjects
          + " identifiers are active at the same time, and the heap is too small for them;"
          + " increase it, for example with JAVA_TOOL_OPTIONS=-Xmx4g");
    }
  }

  /** A replay that holds as many subjects as the heap allows. */
  Replay() {
    this(Engine.builder());
  }

  /** A replay that holds at most {@code maxSubjects} subjects. */
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
    if (evicting) { // evicted counts are lost, so all further decisions could be wrong
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
