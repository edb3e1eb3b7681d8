// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.planet;

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
   * @param leastMillis the shortest delay of a message
   * @param mostMillis the longest
   * @param requestLoss the chance that a request never arrives
   * @param replyLoss the chance that a reply never arrives, although the store has acted
   * @param duplication the chance that a request arrives once more, later
   */
  public record Weather(
      long leastMillis, long mostMillis, double requestLoss, double replyLoss, double duplication) {

    /** Everything arrives once, within a millisecond or two. */
    public static final Weather FAIR = new Weather(0, 2, 0, 0, 0);

    /** Slow, and a few per cent of everything goes wrong. */
    public static final Weather FOUL = new Weather(1, 120, 0.04, 0.04, 0.05);

    public Weather {
      if (leastMillis < 0 || mostMillis < leastMillis) {
        throw new IllegalArgumentException(
            "delays must be 0 or more and in order, but were " + leastMillis + " to " + mostMillis);
      }
    }
  }

  /** Whose message to whom. */
  private record Way(String from, String to) {}

  private record Arrival(long atMillis, long number, Way way, Runnable effect) {}

  /** How many times later than the longest delay a duplicate may come. */
  private static final int STRAGGLING = 20;

  private final NanoClock clock;
  private final SplittableRandom random;
  private final PriorityQueue<Arrival> onTheWay = new PriorityQueue<>(
      Comparator.comparingLong(Arrival::atMillis).thenComparingLong(Arrival::number));
  private final Set<Way> cut = new HashSet<>();
  private final Map<String, List<Arrival>> held = new HashMap<>();
  private final Set<String> abandoned = new HashSet<>();
  private Weather weather = Weather.FAIR;
  private long messages;

  /** A network in fair weather. */
  public VirtualNetwork(NanoClock clock, long seed) {
    this.clock = clock;
    this.random = new SplittableRandom(seed);
  }

  /** Changes what happens to messages sent from now on. */
  public void weather(Weather next) {
    weather = next;
  }

  /** Lets no message pass between these two, not even those on the way, until {@link #join} or {@link #heal}. */
  public void partition(String one, String other) {
    cut.add(new Way(one, other));
    cut.add(new Way(other, one));
  }

  /** Ends the partition between these two. */
  public void join(String one, String other) {
    cut.remove(new Way(one, other));
    cut.remove(new Way(other, one));
  }

  /** Keeps what arrives at this place, which does nothing at the moment, until {@link #release}. */
  public void hold(String place) {
    held.computeIfAbsent(place, name -> new ArrayList<>());
  }

  /** Hands over what was kept for this place, in the order of its arrival, with the next {@link #deliver}. */
  public void release(String place) {
    List<Arrival> kept = held.remove(place);
    if (kept != null) {
      onTheWay.addAll(kept);
    }
  }

  /** Nobody is there any longer: what arrives from now on is lost, and so is what was kept. */
  public void abandon(String place) {
    held.remove(place);
    abandoned.add(place);
  }

  /** Ends all partitions. */
  public void heal() {
    cut.clear();
  }

  /** Asks somebody far away. The answer comes with a later {@link #deliver}, or never. */
  public <T> CompletionStage<T> call(String from, String to, Supplier<CompletionStage<T>> request) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    Way there = new Way(from, to);
    Way back = new Way(to, from);
    Weather now = weather;
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
      send(there, delay(now) * random.nextInt(1, STRAGGLING), () -> {
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

  private long delay(Weather now) {
    return random.nextLong(now.leastMillis(), now.mostMillis() + 1);
  }

  private void send(Way way, long delayMillis, Runnable effect) {
    onTheWay.add(new Arrival(clock.elapsedMillis() + delayMillis, ++messages, way, effect));
  }

  /** Delivers everything that is due by now, and says how much that was. */
  public int deliver() {
    int delivered = 0;
    Arrival next = onTheWay.peek();
    while (next != null && next.atMillis() <= clock.elapsedMillis()) {
      onTheWay.remove();
      if (!cut.contains(next.way()) && !abandoned.contains(next.way().to())) {
        List<Arrival> kept = held.get(next.way().to());
        if (kept == null) {
          next.effect().run();
        } else {
          kept.add(next);
        }
      }
      delivered++;
      next = onTheWay.peek();
    }
    return delivered;
  }

  /** How many messages are still under way. */
  public int underway() {
    return onTheWay.size();
  }
}
