// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.fleet;

import io.weir.Explanation;
import io.weir.Observer;
import io.weir.engine.Engine;
import io.weir.engine.Limiter;
import io.weir.origin.OriginOptions;
import io.weir.redis.RedisOrigin;
import io.weir.time.EpochClock;
import io.weir.time.NanoClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A process with its own engine that executes commands from its standard input. */
final class WorkerMain {
  /*
   * open URI PREFIX                     builds and starts the engine processes N MILLIS                  waits until
   * the engine counts this many processes pace BUDGET CHECKS RATE AT          sends checks at a rate, from this Unix
   * millisecond on spend BUDGET CHECKS                 sends checks one after the other flood BUDGET THREADS
   * starts to send checks until closed; replies immediately view BUDGET                         what the region
   * spent, as far as this process knows close                               closes the engine; replies with the
   * totals of the flood
   *
   * Each reply is one line that begins with ANSWER or FAILURE. The process ends when its standard input is closed,
   * even in the middle of a command: if the process that started it is killed, no worker is left behind.
   */
  static final String ANSWER = "> ";
  static final String FAILURE = "! ";

  /** Longer than the thread of a flood needs to notice that the engine is closed. */
  private static final long JOIN_MILLIS = 20_000;

  /** A fifth of the default: a quiet process learns of the others' counts sooner, and tests take less time. */
  private static final long FRESH_MILLIS = 1_000;

  private static final long PAUSE_NANOS = 1_000_000;

  private final List<Thread> flooding = new ArrayList<>();
  private @Nullable Engine engine;
  private @Nullable WorkerTraffic flood;

  /** Written by the origin's threads, at each heartbeat. */
  private volatile long processes;

  private WorkerMain() {}

  /** Takes no arguments. */
  public static void main(String[] arguments) throws IOException {
    WorkerMain worker = new WorkerMain();
    ExecutorService hands = Executors.newSingleThreadExecutor();
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String command = commands.readLine(); command != null; command = commands.readLine()) {
      String words = command;
      hands.execute(() -> worker.obey(words.split(" ", -1)));
    }
    Runtime.getRuntime().halt(0);
  }

  private void obey(String[] words) {
    try {
      System.out.println(ANSWER + answer(words));
    } catch (RuntimeException | InterruptedException e) {
      e.printStackTrace();
      System.out.println(FAILURE + e);
    }
  }

  private String answer(String[] words) throws InterruptedException {
    return switch (words[0]) {
      case "open" -> open(words[1], words[2]);
      case "processes" -> awaitProcesses(Long.parseLong(words[1]), Long.parseLong(words[2]));
      case "pace" -> pace(words);
      case "spend" -> spend(SharedBudget.parse(words[1]), Long.parseLong(words[2]));
      case "flood" -> flood(SharedBudget.parse(words[1]), Integer.parseInt(words[2]));
      case "view" -> view(SharedBudget.parse(words[1]));
      case "close" -> close();
      default -> throw new IllegalArgumentException("no such order: " + words[0]);
    };
  }

  private String open(String uri, String prefix) {
    Observer observer = new Observer() {
      @Override
      public void onGauge(Gauge gauge, long value) {
        if (gauge == Gauge.PROCESSES) {
          processes = value;
        }
      }
    };
    Engine opened = Engine.builder()
        .origin(RedisOrigin.open(uri, prefix))
        .originOptions(OriginOptions.defaults().withFreshMillis(FRESH_MILLIS))
        .observer(observer)
        .build();
    opened.start();
    engine = opened;
    return "open";
  }

  /** Returns the number of processes: the awaited one, or another one if the time is up. */
  private String awaitProcesses(long expected, long millis) {
    NanoClock clock = NanoClock.system();
    long start = clock.elapsedMillis();
    while (processes != expected && clock.elapsedMillis() - start < millis) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return Long.toString(processes);
  }

  private String pace(String[] words) {
    WorkerTraffic workerTraffic = traffic(SharedBudget.parse(words[1]));
    long start = Long.parseLong(words[4]);
    EpochClock clock = EpochClock.system();
    for (long left = start - clock.epochMillis(); left > 0; left = start - clock.epochMillis()) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(left));
    }
    workerTraffic.pace(Long.parseLong(words[2]), Long.parseLong(words[3]));
    return workerTraffic.tally().toString();
  }

  private String spend(SharedBudget sharedBudget, long checks) {
    WorkerTraffic workerTraffic = traffic(sharedBudget);
    workerTraffic.spend(checks);
    return workerTraffic.tally().toString();
  }

  private String flood(SharedBudget sharedBudget, int threads) {
    WorkerTraffic workerTraffic = traffic(sharedBudget);
    flood = workerTraffic;
    for (int i = 0; i < threads; i++) {
      Thread thread = new Thread(workerTraffic::untilClosed, "flood-" + i);
      flooding.add(thread);
      thread.start();
    }
    return "flooding";
  }

  private String view(SharedBudget sharedBudget) {
    Explanation.CountsByOrigin countsByOrigin =
        limiter(sharedBudget).look(sharedBudget.identifier()).explain().current();
    return Long.toString(countsByOrigin.own() + countsByOrigin.siblings());
  }

  private String close() throws InterruptedException {
    opened().close();
    for (Thread thread : flooding) {
      thread.join(JOIN_MILLIS);
      if (thread.isAlive()) {
        throw new IllegalStateException("still asking after close: " + thread.getName());
      }
    }
    return (flood == null ? CheckTotals.NOTHING : flood.tally()).toString();
  }

  private WorkerTraffic traffic(SharedBudget sharedBudget) {
    return new WorkerTraffic(limiter(sharedBudget), sharedBudget.identifier());
  }

  private Limiter limiter(SharedBudget sharedBudget) {
    return opened().limiter("acme", "fleet", sharedBudget.limit());
  }

  private Engine opened() {
    if (engine == null) {
      throw new IllegalStateException("open first");
    }
    return engine;
  }
}
