// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation.attack;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** A running attack. */
public final class AttackRun implements AutoCloseable {
  /** The maximum delay until a thread that waits for its next step notices the end of the attack. */
  private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private static final String TIMEOUT = "timeout";
  private static final String CLOSED = "closed";

  private final Attack attack;
  private final List<Attacker> attackers = new ArrayList<>();
  private final List<Future<?>> running = new ArrayList<>();
  private final ExecutorService threads;
  private final long first;
  private final AtomicLong numbers;
  private final Map<String, LongAdder> outcomes = new ConcurrentSkipListMap<>();

  /** Set once, by {@link #close}; read by all threads before each step. */
  private volatile boolean ended;

  private AttackRun(Attack attack, long first) {
    this.attack = attack;
    this.first = first;
    this.numbers = new AtomicLong(first);
    this.threads = Executors.newFixedThreadPool(attack.attackers());
  }

  /**
   * Starts the attack.
   *
   * @param first the number of its first step: higher than those of earlier runs, so that every step sends new data
   */
  public static AttackRun start(Attack attack, Target target, long first) {
    AttackRun run = new AttackRun(attack, first);
    for (int i = 0; i < attack.attackers(); i++) {
      Attacker attacker = attack.opening().apply(target);
      run.attackers.add(attacker);
      run.running.add(run.threads.submit(() -> run.repeat(attacker)));
    }
    return run;
  }

  /** Runs steps until the attack ends. Does not catch up after a slow step: the rate is a maximum at every moment. */
  private void repeat(Attacker attacker) {
    long gap = TimeUnit.SECONDS.toNanos(1) * attack.attackers() / attack.perSecond();
    long due = System.nanoTime();
    while (!ended) {
      long left = due - System.nanoTime();
      if (left > 0) {
        LockSupport.parkNanos(this, Math.min(left, MOST_NANOS));
      } else {
        step(attacker);
        due = Math.max(due + gap, System.nanoTime());
      }
    }
  }

  private void step(Attacker attacker) {
    long number = numbers.getAndIncrement();
    try {
      count(attacker.act(number));
    } catch (SocketTimeoutException e) {
      count(TIMEOUT);
    } catch (IOException e) {
      if (!ended) {
        count(CLOSED);
      }
    }
  }

  private void count(String outcome) {
    outcomes.computeIfAbsent(outcome, unused -> new LongAdder()).increment();
  }

  /** The number of steps so far. */
  public long steps() {
    return numbers.get() - first;
  }

  /** How often each outcome occurred. */
  public Map<String, Long> outcomes() {
    Map<String, Long> counts = new TreeMap<>();
    outcomes.forEach((outcome, count) -> counts.put(outcome, count.sum()));
    return counts;
  }

  /** Ends the attack: closes all connections and waits for the threads. */
  @Override
  public void close() {
    ended = true;
    threads.shutdown();
    try {
      for (Attacker attacker : attackers) {
        attacker.close();
      }
      for (Future<?> each : running) {
        each.get();
      }
    } catch (IOException | ExecutionException e) {
      throw new IllegalStateException("the attack " + attack.name() + " failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
