// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.decide;

import io.weir.Decision;
import io.weir.Limit;
import io.weir.Observer;
import io.weir.engine.Check;
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
  private static final long WALKED_PER_REQUEST = 512;

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
  record Request(long epochMillis, List<Item> items) {
    Request {
      items = List.copyOf(items);
    }
  }

  /** One check and the limit that it is put to. */
  record Item(String identifier, long cost, Limit limit) {}

  /** The heap is too small for all subjects that matter at once. */
  static final class OutOfRoom extends Exception {
    private static final long serialVersionUID = 1L;

    OutOfRoom(long subjects) {
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
          public void pressure(boolean begins, long subjects) {
            evicting |= begins;
          }
        })
        .build();
  }

  /** Decides a request: one decision per item. */
  List<Decision> decide(Request request) throws OutOfRoom {
    clock.stepTo(request.epochMillis());
    forget();
    List<Decision> decisions = answer(request.items());
    if (evicting) { // what was evicted is lost, so no answer from here on would be worth anything
      throw new OutOfRoom(engine.subjects());
    }
    return decisions;
  }

  private List<Decision> answer(List<Item> items) {
    if (items.size() == 1) {
      Item item = items.get(0);
      return List.of(limiter(item).check(item.identifier(), item.cost()));
    }
    List<Check> batch = items.stream()
        .map(item -> limiter(item).of(item.identifier(), item.cost()))
        .toList();
    return engine.check(batch).decisions();
  }

  private Limiter limiter(Item item) {
    return engine.limiter("weir", "decide", item.limit());
  }

  private void forget() {
    credit += WALKED_PER_REQUEST;
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
