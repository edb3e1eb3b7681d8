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

/**
 * A simulated network that carries calls to stores and their responses in virtual time: late, twice, out of order or
 * not at all. Not thread-safe.
 */
public final class VirtualNetwork {
  /*
   * A call is two messages: the request, on whose arrival the store acts, and the response. Each has its own random
   * delay, so messages overtake each other whenever delays differ. The loss of a message is never reported: its
   * sender waits for a response that never comes, as on a real network.
   */

  /**
   * What can happen to messages. Probabilities range from 0 to 1.
   *
   * @param minMillis the minimum delay of a message
   * @param maxMillis the maximum delay of a message
   * @param requestLoss the probability that a request is lost
   * @param replyLoss the probability that a response is lost after the store has acted
   * @param duplication the probability that a request arrives a second time, later
   */
  public record NetworkConditions(
      long minMillis, long maxMillis, double requestLoss, double replyLoss, double duplication) {

    /** Everything arrives exactly once, within two milliseconds. */
    public static final NetworkConditions GOOD = new NetworkConditions(0, 2, 0, 0, 0);

    /** Messages are slow, and a few per cent of them are lost or duplicated. */
    public static final NetworkConditions BAD = new NetworkConditions(1, 120, 0.04, 0.04, 0.05);

    public NetworkConditions {
      if (minMillis < 0 || maxMillis < minMillis) {
        throw new IllegalArgumentException(
            "delays must be 0 or more and in order, but were " + minMillis + " to " + maxMillis);
      }
    }
  }

  /** The sender and the receiver of a message. */
  private record NetworkPath(String from, String to) {}

  private record ScheduledMessage(long atMillis, long number, NetworkPath path, Runnable effect) {}

  /** The maximum delay of a duplicate, as a multiple of the maximum message delay. */
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

  /** Creates a network with good conditions. */
  public VirtualNetwork(NanoClock clock, long seed) {
    this.clock = clock;
    this.random = new SplittableRandom(seed);
  }

  /** Sets the conditions for messages sent from now on. */
  public void conditions(NetworkConditions next) {
    conditions = next;
  }

  /** Drops all messages between these two places, including those in transit, until {@link #join} or {@link #heal}. */
  public void partition(String one, String other) {
    partitions.add(new NetworkPath(one, other));
    partitions.add(new NetworkPath(other, one));
  }

  /** Ends the partition between these two places. */
  public void join(String one, String other) {
    partitions.remove(new NetworkPath(one, other));
    partitions.remove(new NetworkPath(other, one));
  }

  /** Holds messages that arrive at this suspended place until {@link #release}. */
  public void hold(String place) {
    held.computeIfAbsent(place, name -> new ArrayList<>());
  }

  /** Delivers the messages held for this place in order of arrival, with the next {@link #deliver}. */
  public void release(String place) {
    List<ScheduledMessage> kept = held.remove(place);
    if (kept != null) {
      inTransit.addAll(kept);
    }
  }

  /** Removes a place: messages that arrive from now on are lost, and so are held ones. */
  public void abandon(String place) {
    held.remove(place);
    abandoned.add(place);
  }

  /** Ends all partitions. */
  public void heal() {
    partitions.clear();
  }

  /** Sends a request. The response comes with a later {@link #deliver}, or never. */
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

  /** Delivers all messages that are due and returns their number. */
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

  /** Returns the number of messages in transit. */
  public int inTransit() {
    return inTransit.size();
  }
}
