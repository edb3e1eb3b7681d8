// SPDX-License-Identifier: Apache-2.0
package io.weir.server.rig;

import io.vertx.core.Vertx;
import io.weir.server.http.TrafficObserver;
import io.weir.time.NanoClock;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Monitors the event loops of a test server for work that takes long. Every millisecond, each loop is asked to record
 * how much CPU time its thread has used. What it used between two records was used without serving anything else. CPU
 * time of other threads does not count, so a busy machine changes nothing. A virtual machine can: while its host
 * allocates memory for a page that is touched for the first time, the guest seems to work, for up to a tenth of a
 * second. That happens now and then, whatever is requested, but a request that takes long does so each time. So
 * {@link #assertNotBlockedBy} repeats what blocked a loop before it fails.
 *
 * <p>A loop that waits for a lock, a queue or a timer uses no CPU time. So a monitoring thread looks at the loops
 * every five milliseconds. In its selector a loop counts as runnable; in any other state it blocks all its
 * connections.
 */
public final class EventLoopMonitor implements TrafficObserver, AutoCloseable {
  /** How much CPU time an event loop may use without serving anything else. */
  public static final long MAX_MILLIS = 50;

  private static final long NANOS = 1_000_000;

  /** How often work is repeated before it is reported to block loops. */
  private static final int ATTEMPTS = 3;

  /** How much of a loop's stack a failure shows. */
  private static final int FRAMES = 40;

  /** The interval at which the monitoring thread looks at the loops. */
  private static final long LOOK_MILLIS = 5;

  /**
   * The maximum time between two looks. After a longer time the machine had no CPU for the monitoring thread, and
   * perhaps none for the thread that the loop waits for, so such a look does not count.
   */
  private static final long LATE_MILLIS = 2 * LOOK_MILLIS;

  /** After this many requests, the classes that process them are loaded, which takes long once. */
  private static final int WARM_UP = 300;

  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** The records of one event loop. Written by that loop. */
  private static final class LoopRecord {
    private final long thread = Thread.currentThread().getId();
    private final long timer;
    private final Vertx vertx;
    private volatile long last = THREADS.getCurrentThreadCpuTime();
    private volatile long worst;
    private volatile String request = "";

    /** How often the loop was seen in its current wait, and in the longest one. Written by the monitoring thread. */
    private int looks;

    private volatile int worstLooks;
    private volatile String waitedAt = "";

    /** The stack when most of the longest work had been done. Written by the monitoring thread. */
    private volatile String workedAt = "";

    private volatile long workedNanos;

    /** How often the loop had begun to wait at the last look: while that stays the same, it is the same wait. */
    private long waits;

    LoopRecord() {
      vertx = Objects.requireNonNull(Vertx.currentContext()).owner();
      timer = vertx.setPeriodic(1, id -> note());
    }

    private void note() {
      long now = THREADS.getCurrentThreadCpuTime();
      worst = Math.max(worst, now - last);
      last = now;
    }

    /** Looks at the loop from outside. */
    private void look() {
      ThreadInfo info = THREADS.getThreadInfo(thread, FRAMES);
      if (info == null || info.getThreadState() == Thread.State.RUNNABLE) {
        looks = 0;
        if (info != null) {
          lookAtWork(info);
        }
        return;
      }
      long waitCount = info.getBlockedCount() + info.getWaitedCount();
      looks = waitCount == waits ? looks + 1 : 1;
      waits = waitCount;
      if (looks > worstLooks) {
        worstLooks = looks;
        waitedAt = info.getStackTrace().length == 0 ? "" : info.getStackTrace()[0].toString();
      }
    }

    private void lookAtWork(ThreadInfo info) {
      long working = THREADS.getThreadCpuTime(thread) - last;
      if (working > workedNanos) {
        workedNanos = working;
        workedAt = Stream.of(info.getStackTrace())
            .map(each ->
                each.getClassName() + "." + each.getMethodName() + ":" + each.getLineNumber())
            .collect(Collectors.joining(" < "));
      }
    }
  }

  private final Map<Thread, LoopRecord> loops = new ConcurrentHashMap<>();
  private final AtomicInteger shed = new AtomicInteger();
  private volatile boolean isWatching;

  /** Creates a monitor that does not monitor anything yet. */
  EventLoopMonitor() {}

  private void lookOn() {
    NanoClock clock = NanoClock.system();
    long before = clock.elapsedMillis();
    while (isWatching) {
      LockSupport.parkNanos(LOOK_MILLIS * NANOS);
      long now = clock.elapsedMillis();
      if (now - before <= LATE_MILLIS) {
        loops.values().forEach(LoopRecord::look);
      }
      before = now;
    }
  }

  /** Begins to monitor, once the loops have answered enough requests to be warm. */
  EventLoopMonitor begin(int port) {
    isWatching = true;
    for (int i = 0; i < WARM_UP; i++) {
      String unknown = RawSocket.check("warm up", "user", 10).replace(TestApiServer.KEY, "nobody");
      try (RawSocket rawSocket = new RawSocket(port)) {
        for (String each : List.of(
            RawSocket.check("warm up", "user " + i, 10),
            RawSocket.check("warm up", "user", 0),
            RawSocket.head("limit", TestApiServer.KEY, "Content-Length: 1") + "[",
            unknown)) {
          rawSocket.send(each);
          rawSocket.read();
        }
      }
    }
    forget();
    Thread looking = new Thread(this::lookOn, "loop watch");
    looking.setDaemon(true);
    looking.start();
    return this;
  }

  /** Discards the records so far. */
  public void forget() {
    loops.values().forEach(each -> {
      each.worst = 0;
      each.workedNanos = 0;
      each.worstLooks = 0;
    });
  }

  @Override
  public void onResponse(String endpoint, int status, long nanos) {
    if (isWatching) {
      loops.computeIfAbsent(Thread.currentThread(), each -> new LoopRecord()).request =
          endpoint + " with status " + status;
    }
  }

  @Override
  public void onShed(ShedReason reason) {
    shed.incrementAndGet();
  }

  /** Returns how many requests and connections were rejected. */
  public int shedCount() {
    return shed.get();
  }

  /** Returns the longest time, in milliseconds, that a loop has used without serving anything else. */
  public long worstMillis() {
    return loops.values().stream().mapToLong(each -> each.worst).max().orElse(0) / NANOS;
  }

  /** Returns the longest time, in milliseconds, that a loop was seen waiting for something other than requests. */
  public long worstWaitMillis() {
    return LOOK_MILLIS
        * loops.values().stream().mapToLong(each -> each.worstLooks).max().orElse(0);
  }

  /** Returns how many bytes the loops have allocated on the heap since they were started. */
  public long allocatedBytes() {
    return loops.values().stream()
        .mapToLong(each -> THREADS.getThreadAllocatedBytes(each.thread))
        .sum();
  }

  /**
   * Runs the work several times. Fails if in each run a loop used, or waited for, more than 50 ms without serving
   * anything else.
   */
  public void assertNotBlockedBy(Runnable work) {
    for (int i = 1; i <= ATTEMPTS; i++) {
      forget();
      work.run();
      if (blocked().isEmpty()) {
        break;
      }
    }
    assertNoneBlocked();
    forget();
  }

  private void assertNoneBlocked() {
    List<String> blocked = blocked();
    if (loops.isEmpty() || !blocked.isEmpty()) {
      throw new AssertionError(loops.isEmpty() ? "no loop was watched" : blocked.toString());
    }
  }

  private List<String> blocked() {
    Stream<String> working = loops.values().stream()
        .filter(each -> each.worst > MAX_MILLIS * NANOS)
        .map(each -> "an event loop used " + each.worst / NANOS
            + " ms of processor time without looking after others; it answered " + each.request
            + " last, and was at " + each.workedAt + " after " + each.workedNanos / NANOS + " ms");
    Stream<String> waiting = loops.values().stream()
        .filter(each -> each.worstLooks * LOOK_MILLIS > MAX_MILLIS)
        .map(each -> "an event loop waited at " + each.waitedAt + " for more than "
            + each.worstLooks * LOOK_MILLIS + " ms; it answered " + each.request + " last");
    return Stream.concat(working, waiting).toList();
  }

  /** Stops monitoring. Fails if a loop has used, or waited for, more than 50 ms without serving anything else. */
  @Override
  public void close() {
    isWatching = false;
    loops.values().forEach(each -> each.vertx.cancelTimer(each.timer));
    assertNoneBlocked();
  }
}
