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
 * Watches the event loops of a rig for work that takes long. Every millisecond each loop is asked to note how much processor
 * time its thread has used; what it used between two notes, it used without looking after anybody else. Time that the
 * machine gave to other threads does not count, so a busy machine changes nothing. A virtual one can: while its host finds
 * memory for a page that is touched for the first time, the guest seems to work, for up to a tenth of a second. That happens
 * now and then, whatever is asked; a request that takes long does so each time. So {@link #assertNotBlockedBy} repeats what
 * blocked a loop before it fails.
 *
 * <p>A loop that waits for a lock, a queue or a timer uses no processor time. So a thread of the watch looks at the loops every
 * five milliseconds. In its selector a loop counts as runnable; in any other state it keeps everybody waiting.
 */
public final class EventLoopMonitor implements TrafficObserver, AutoCloseable {
  /** How much processor time an event loop may use without looking after others. */
  public static final long MAX_MILLIS = 50;

  private static final long NANOS = 1_000_000;

  /** How often something is done before it is said to block loops. */
  private static final int ATTEMPTS = 3;

  /** How much of a loop's stack a failure shows. */
  private static final int FRAMES = 40;

  /** How often loops are looked at. */
  private static final long LOOK_MILLIS = 5;

  /**
   * Between two looks. After a longer time the machine had no processor for the watch, and perhaps none for whom the loop waits
   * for: such a look does not count.
   */
  private static final long LATE_MILLIS = 2 * LOOK_MILLIS;

  /** After so many requests the classes that answer them are loaded, which takes long once. */
  private static final int WARM_UP = 300;

  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** What one event loop has noted. Written by that loop. */
  private static final class LoopRecord {
    private final long thread = Thread.currentThread().getId();
    private final long timer;
    private final Vertx vertx;
    private volatile long last = THREADS.getCurrentThreadCpuTime();
    private volatile long worst;
    private volatile String request = "";

    /** How often it was seen in the wait that it is in, and in the longest. Written by the thread of the watch. */
    private int looks;

    private volatile int worstLooks;
    private volatile String waitedAt = "";

    /** What it did when most of the longest work had been done. Written by the thread of the watch. */
    private volatile String workedAt = "";

    private volatile long workedNanos;

    /** How often it had begun to wait when it was last looked at: while that stays the same, it is the same wait. */
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

    /** Looks at it from outside. */
    private void look() {
      ThreadInfo info = THREADS.getThreadInfo(thread, FRAMES);
      if (info == null || info.getThreadState() == Thread.State.RUNNABLE) {
        looks = 0;
        if (info != null) {
          lookAtWork(info);
        }
        return;
      }
      long begun = info.getBlockedCount() + info.getWaitedCount();
      looks = begun == waits ? looks + 1 : 1;
      waits = begun;
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

  /** Watches nothing yet. */
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

  /** Begins, once the loops have answered enough requests to be warm. */
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

  /** Forgets what was noted so far. */
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

  /** How many requests and connections were turned away. */
  public int shedCount() {
    return shed.get();
  }

  /** The longest time, in milliseconds, that a loop has used without looking after others. */
  public long worstMillis() {
    return loops.values().stream().mapToLong(each -> each.worst).max().orElse(0) / NANOS;
  }

  /** The longest time, in milliseconds, that a loop was seen waiting for something else than requests. */
  public long worstWaitMillis() {
    return LOOK_MILLIS
        * loops.values().stream().mapToLong(each -> each.worstLooks).max().orElse(0);
  }

  /** How many bytes the loops have allocated on the heap since they were started. */
  public long allocatedBytes() {
    return loops.values().stream()
        .mapToLong(each -> THREADS.getThreadAllocatedBytes(each.thread))
        .sum();
  }

  /** Fails if each of some times that this is done, a loop uses or waits for more than 50 ms without looking after others. */
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

  /** Ends the watch. Fails if a loop has used, or waited for, more than 50 ms without looking after others. */
  @Override
  public void close() {
    isWatching = false;
    loops.values().forEach(each -> each.vertx.cancelTimer(each.timer));
    assertNoneBlocked();
  }
}
