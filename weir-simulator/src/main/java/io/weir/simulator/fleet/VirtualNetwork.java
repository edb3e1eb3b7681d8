// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.fleet;

import io.weir.time.NanoClock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Carries calls to stores and answers back, in virtual time: late, twice, out of order, or not at all. For one thread. */
public final class VirtualNetwork {
  /*
   * A call is two messages: the request, at whose arrival the store acts, and the reply. Each draws its own delay, so
   * messages overtake each other whenever delays differ. A lost message is never told to anybody: its sender waits in
   * vain, as it would on a real network.
   */

  /**
   * What may happen to messages. Chances are 0 to 1.
   *
   * @param minMillis the shortest delay of a message
   * @param maxMillis the longest
   * @param requestLoss the chance that a request never arrives
   * @param replyLoss the chance that a reply never arrives, although the store has acted
   * @param duplication the chance that a request arrives once more, later
   */
  public record NetworkConditions(
      long minMillis, long maxMillis, double requestLoss, double replyLoss, double duplication) {

    /** Everything arrives once, within a millisecond or two. */
    public static final NetworkConditions GOOD = new NetworkConditions(0, 2, 0, 0, 0);

    /** Slow, and a few per cent of everything goes wrong. */
    public static final NetworkConditions BAD = new NetworkConditions(1, 120, 0.04, 0.04, 0.05);

    public NetworkConditions {
      if (minMillis < 0 || maxMillis < minMillis) {
        throw new IllegalArgumentException(
            "delays must be 0 or more and in order, but were " + minMillis + " to " + maxMillis);
      }
    }
  }

  /** Whose message to whom. */
  private record NetworkPath(String from, String to) {}

  private record ScheduledMessage(long atMillis, long number, NetworkPath path, Runnable effect) {}

  /** How many times later than the longest delay a duplicate may come. */
  private static final int DUPLICATE_DELAY_FACTOR = 20;

  private final NanoClock clock;
  private final SplittableRandom random;
  private final PriorityQueue<ScheduledMessage> inTransit =
      new PriorityQueue<>(Comparator.comparingLong(ScheduledMessage::atMillis)
          .thenComparingLong(ScheduledMessage::number));
  private final Set<NetworkPath> partitions = new HashSet<>();
  private final Map<String, List<ScheduledMessage>> held = new HashMap<>();
  private final Set<String> abandoned = new HashSet<>();
  private NetworkConditions conditions = NetworkConditions.GOOD;
  private long messages;

  /** A network in fair weather. */
  public VirtualNetwork(NanoClock clock, long seed) {
    this.clock = clock;
    this.random = new SplittableRandom(seed);
  }

  /** Changes what happens to messages sent from now on. */
  public void conditions(NetworkConditions next) {
    conditions = next;
  }

  /** Lets no message pass between these two, not even those on the way, until {@link #join} or {@link #heal}. */
  public void partition(String one, String other) {
    partitions.add(new NetworkPath(one, other));
    partitions.add(new NetworkPath(other, one));
  }

  /** Ends the partition between these two. */
  public void join(String one, String other) {
    partitions.remove(new NetworkPath(one, other));
    partitions.remove(new NetworkPath(other, one));
  }

  /** Keeps what arrives at this place, which does nothing at the moment, until {@link #release}. */
  public void hold(String place) {
    held.computeIfAbsent(place, name -> new ArrayList<>());
  }

  /** Hands over what was kept for this place, in the order of its arrival, with the next {@link #deliver}. */
  public void release(String place) {
    List<ScheduledMessage> kept = held.remove(place);
    if (kept != null) {
      inTransit.addAll(kept);
    }
  }

  /** Nobody is there any longer: what arrives from now on is lost, and so is what was kept. */
  public void abandon(String place) {
    held.remove(place);
    abandoned.add(place);
  }

  /** Ends all partitions. */
  public void heal() {
    partitions.clear();
  }

  /** Asks somebody far away. The answer comes with a later {@link #deliver}, or never. */
  public <T> CompletionStage<T> call(String from, String to, Supplier<CompletionStage<T>> request) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    NetworkPath there = new NetworkPath(from, to);
    NetworkPath back = new NetworkPath(to, from);
    NetworkConditions now = conditions;
    boolean lost = random.nextDouble() < now.requestLoss();
    boolean replyLost = random.nextDouble() < now.replyLoss();
    if (!lost) {
      send(
          there,
          delay(now),
          () -> request.get().whenComplete((value, failure) -> {
            if (!replyLost) {
              send(back, delay(now), () -> settle(answer, value, failure));
            }
          }));
    }
    if (random.nextDouble() < now.duplication()) {
      send(there, delay(now) * random.nextInt(1, DUPLICATE_DELAY_FACTOR), () -> {
        CompletionStage<T> unused = request.get();
      });
    }
    return answer;
  }

  private static <T> void settle(
      CompletableFuture<T> answer, T value, @Nullable Throwable failure) {
    if (failure == null) {
      answer.complete(value);
    } else {
      answer.completeExceptionally(failure);
    }
  }

  private long delay(NetworkConditions now) {
    return random.nextLong(now.minMillis(), now.maxMillis() + 1);
  }

  private void send(NetworkPath networkPath, long delayMillis, Runnable effect) {
    inTransit.add(
        new ScheduledMessage(clock.elapsedMillis() + delayMillis, ++messages, networkPath, effect));
  }

  /** Delivers everything that is due by now, and says how much that was. */
  public int deliver() {
    int delivered = 0;
    ScheduledMessage next = inTransit.peek();
    while (next != null && next.atMillis() <= clock.elapsedMillis()) {
      inTransit.remove();
      if (!partitions.contains(next.path()) && !abandoned.contains(next.path().to())) {
        List<ScheduledMessage> kept = held.get(next.path().to());
        if (kept == null) {
          next.effect().run();
        } else {
          kept.add(next);
        }
      }
      delivered++;
      next = inTransit.peek();
    }
    return delivered;
  }

  /** How many messages are still under way. */
  public int inTransit() {
    return inTransit.size();
  }
}
