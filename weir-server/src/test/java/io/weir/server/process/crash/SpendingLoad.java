// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.ServerCalls;
import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.TestJson;
import io.weir.testkit.servers.Eventually;
import io.weir.time.EpochClock;
import io.weir.time.NanoClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Spends units of many identifiers in several windows, singly and in batches, and records what was sent and
 * confirmed.
 */
final class SpendingLoad {
  private static final long LIMIT = 1_000_000_000;
  private static final int IDENTIFIERS = 500;
  private static final int BATCH = 100;

  /** No window may end within a test, because then the count would decrease legitimately. */
  private static final Duration MAX_TEST_DURATION = Duration.ofHours(12);

  /** A server may lose the last second. The rest is a margin for a busy machine. */
  private static final long LOST_NANOS =
      TimeUnit.MILLISECONDS.toNanos(Long.getLong("weir.crash.lost.millis", 3_000));

  /** A server may load counts in the background after it began to listen. */
  private static final int LOADS = 10;

  private static final long LOAD_MILLIS = 200;

  /** A cost whose admission was confirmed. */
  private record Confirmed(int subject, long cost, long nanos) {}

  private final NanoClock clock = NanoClock.system();
  private final List<Duration> windows;
  private final AtomicLongArray most;
  private final long[] known;
  private final ConcurrentLinkedQueue<Confirmed> confirmed;

  SpendingLoad() {
    windows = windows(EpochClock.system().epochMillis());
    known = new long[IDENTIFIERS * windows.size()];
    most = new AtomicLongArray(known.length);
    confirmed = new ConcurrentLinkedQueue<>();
  }

  private SpendingLoad(SpendingLoad other) {
    windows = other.windows;
    known = other.known.clone();
    confirmed = new ConcurrentLinkedQueue<>(other.confirmed);
    most = new AtomicLongArray(known.length);
    for (int i = 0; i < known.length; i++) {
      most.set(i, other.most.get(i));
    }
  }

  /** Returns a copy of the current state, to compare with a copy of the server's files. */
  SpendingLoad copy() {
    return new SpendingLoad(this);
  }

  /** Returns windows whose boundaries are far away. */
  private static List<Duration> windows(long nowMillis) {
    return Stream.of(1, 7, 14, 30)
        .map(Duration::ofDays)
        .filter(
            each -> each.toMillis() - nowMillis % each.toMillis() > MAX_TEST_DURATION.toMillis())
        .limit(3)
        .toList();
  }

  /** Sends one request. */
  void step(RawHttpClient rawHttpClient, SplittableRandom random) {
    int first = random.nextInt(known.length);
    if (random.nextInt(4) > 0) {
      long cost = random.nextLong(1, 10);
      most.addAndGet(first, cost);
      ApiReply apiReply = ServerCalls.whole(rawHttpClient, "limit", body(first, cost));
      assertThat(apiReply.status() == 200 && apiReply.passed())
          .as(apiReply.text())
          .isTrue();
      confirmed.add(new Confirmed(first, cost, clock.nanoTime()));
      return;
    }
    List<Integer> batch = Stream.iterate(first, each -> (each + 7) % known.length)
        .limit(random.nextInt(1, 8))
        .toList();
    batch.forEach(each -> most.addAndGet(each, 3));
    ApiReply apiReply = ServerCalls.whole(rawHttpClient, "multiLimit", bodies(batch, 3));
    assertThat(apiReply.data()).as(apiReply.text()).containsEntry("passed", true);
    long now = clock.nanoTime();
    batch.forEach(each -> confirmed.add(new Confirmed(each, 3, now)));
  }

  private String bodies(List<Integer> subjects, long cost) {
    return TestJson.array(subjects.stream().map(each -> body(each, cost)).toList());
  }

  private String body(int subject, long cost) {
    return TestJson.object(
        "namespace",
        "spent",
        "identifier",
        "user-" + subject / windows.size(),
        "limit",
        LIMIT,
        "duration",
        windows.get(subject % windows.size()).toMillis(),
        "cost",
        cost);
  }

  /**
   * Returns what differs on the successor of a server that was killed at this time. Afterwards, its actual state is
   * the expected one.
   */
  List<String> differences(RawHttpClient rawHttpClient, long killedNanos) {
    long[] minimum = known.clone();
    for (Confirmed each : confirmed) {
      if (killedNanos - each.nanos() > LOST_NANOS) {
        minimum[each.subject()] += each.cost();
      }
    }
    long[] seen = read(rawHttpClient);
    for (int i = 0; i < LOADS && isBelow(seen, minimum); i++) {
      Eventually.waitMillis(LOAD_MILLIS);
      seen = read(rawHttpClient);
    }
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < known.length; i++) {
      if (seen[i] < minimum[i] || seen[i] > most.get(i)) {
        wrong.add("of " + body(i, 0) + " " + seen[i] + " are counted, confirmed were " + minimum[i]
            + " before the last moments, sent were " + most.get(i));
      }
      known[i] = seen[i];
      most.set(i, seen[i]);
    }
    confirmed.clear();
    return wrong;
  }

  private static boolean isBelow(long[] seen, long[] minimum) {
    return IntStream.range(0, seen.length).anyMatch(i -> seen[i] < minimum[i]);
  }

  private long[] read(RawHttpClient rawHttpClient) {
    List<Integer> all = IntStream.range(0, known.length).boxed().toList();
    long[] spent = new long[known.length];
    for (int from = 0; from < known.length; from += BATCH) {
      List<Integer> part = all.subList(from, Math.min(known.length, from + BATCH));
      ApiReply apiReply = ServerCalls.whole(rawHttpClient, "multiLimit", bodies(part, 0));
      for (int i = 0; i < part.size(); i++) {
        Object remaining = apiReply.limits().get(i).get("remaining");
        spent[from + i] = LIMIT - (remaining instanceof Number left ? left.longValue() : 0);
      }
    }
    return spent;
  }
}
