// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A sequential model of a limiter for subjects 0 and 1. */
public final class LimiterModel implements SequentialModel {
  /*
   * The operations in the tests that use this contract:
   *
   *   admit(subject, cost, instant)        one check; without an instant, at the first of them
   *   batch(cost of 0, cost of 1, instant) all or nothing
   *   raise(subject, count)                an import of a foreign count into window 0
   *   evict(subject)                       forgets what was counted, but not what was imported
   *   publish(subject)                     answers everything that was ever published of the subject
   *
   * An allow must follow from the counts. A refusal must follow from the counts and the costs of overlapping batches,
   * whether these were finally allowed or released. What is published was admitted: never more, and all of it unless
   * an admission to the subject is still in progress. (An admission that queues the cell also acts for those that find
   * it queued, so until it completes, the queue may lack the cell.)
   *
   * A call belongs to the newest window that the subject has seen. An overlapping call with a later clock may have
   * shown the subject a newer one, without having been decided yet.
   */

  /** The limit of both subjects. Small, so that two threads reach it within three steps. */
  public static final long LIMIT = 3;

  /** The length of a window. */
  public static final long DURATION = 1_000;

  private static final long[] INSTANTS = {900, 1_000, 1_500};

  private record Place(int subject, long window) {}

  private final Map<Place, Long> counts = new HashMap<>();
  private final Map<Place, Long> foreign = new HashMap<>();
  private final Map<Integer, Long> newest = new HashMap<>();
  private final Map<Integer, Long> ever = new HashMap<>();

  /** Creates a model without counts. */
  public LimiterModel() {}

  private LimiterModel copy() {
    LimiterModel copy = new LimiterModel();
    copy.counts.putAll(counts);
    copy.foreign.putAll(foreign);
    copy.newest.putAll(newest);
    copy.ever.putAll(ever);
    return copy;
  }

  /** The instant for a number in a scenario: late in window 0, at the start of window 1, in its middle. */
  public static long instant(int number) {
    return INSTANTS[number];
  }

  @Override
  public List<SequentialModel> next(
      ModelCall modelCall, List<ModelCall> before, List<ModelCall> after) {
    List<ModelCall> overlapping = Stream.concat(before.stream(), after.stream()).toList();
    return switch (modelCall.operation()) {
      case "admit", "batch" -> spend(modelCall, before, after);
      case "raise" -> raise(modelCall);
      case "evict" -> evict(modelCall, overlapping);
      case "publish" -> publish(modelCall, overlapping);
      default -> throw new IllegalArgumentException(modelCall.operation());
    };
  }

  private List<SequentialModel> spend(
      ModelCall modelCall, List<ModelCall> before, List<ModelCall> after) {
    List<LimiterModel> shown = List.of(this);
    for (int subject : subjects(modelCall)) {
      TreeSet<Long> windows = new TreeSet<>(List.of(window(modelCall)));
      Stream.concat(before.stream(), after.stream())
          .filter(other -> subjects(other).contains(subject))
          .forEach(other -> windows.add(window(other)));
      shown = shown.stream()
          .flatMap(state -> windows.tailSet(window(modelCall)).stream()
              .map(window -> state.sees(subject, window)))
          .toList();
    }
    List<SequentialModel> next = new ArrayList<>();
    for (LimiterModel state : shown) {
      if (modelCall.isAllowed()
          ? state.fits(modelCall)
          : !state.fitsBeside(modelCall, before, after)) {
        next.add(modelCall.isAllowed() ? state.add(modelCall) : state);
      }
    }
    return next;
  }

  private static List<Integer> subjects(ModelCall modelCall) {
    return switch (modelCall.operation()) {
      case "admit" -> List.of(modelCall.number(0));
      case "batch" -> List.of(0, 1);
      default -> List.of();
    };
  }

  private static long cost(ModelCall modelCall, int subject) {
    if (modelCall.is("batch")) {
      return modelCall.number(subject);
    }
    return modelCall.is("admit") && modelCall.number(0) == subject ? modelCall.number(1) : 0;
  }

  private static long time(ModelCall modelCall) {
    return instant(modelCall.arguments().size() > 2 ? modelCall.number(2) : 0);
  }

  private static long window(ModelCall modelCall) {
    return time(modelCall) / DURATION;
  }

  private LimiterModel sees(int subject, long window) {
    LimiterModel state = copy();
    state.newest.merge(subject, window, Math::max);
    return state;
  }

  private boolean fits(ModelCall modelCall) {
    return subjects(modelCall).stream().allMatch(subject -> room(modelCall, subject) >= 0);
  }

  private boolean fitsBeside(ModelCall modelCall, List<ModelCall> before, List<ModelCall> after) {
    return subjects(modelCall).stream().allMatch(subject -> {
      // Of those ordered before, an allowed batch is counted already.
      long held = Stream.concat(before.stream().filter(other -> !other.isAllowed()), after.stream())
          .filter(other -> other.is("batch"))
          .mapToLong(other -> cost(other, subject))
          .sum();
      return room(modelCall, subject) >= held;
    });
  }

  /** What the call would leave. A clock that is behind the newest window counts as its start. */
  private long room(ModelCall modelCall, int subject) {
    long window = newest.getOrDefault(subject, 0L);
    long elapsed = Math.max(0, time(modelCall) - window * DURATION);
    long carried = count(subject, window - 1) * (DURATION - elapsed) / DURATION;
    return LIMIT - count(subject, window) - carried - cost(modelCall, subject);
  }

  private long count(int subject, long window) {
    Place place = new Place(subject, window);
    return counts.getOrDefault(place, 0L) + foreign.getOrDefault(place, 0L);
  }

  private LimiterModel add(ModelCall modelCall) {
    LimiterModel state = copy();
    for (int subject : subjects(modelCall)) {
      Place place = new Place(subject, newest.getOrDefault(subject, 0L));
      state.counts.merge(place, cost(modelCall, subject), Long::sum);
      state.ever.merge(subject, cost(modelCall, subject), Long::sum);
    }
    return state;
  }

  private List<SequentialModel> raise(ModelCall modelCall) {
    LimiterModel state = copy();
    state.foreign.merge(new Place(modelCall.number(0), 0), (long) modelCall.number(1), Math::max);
    return List.of(state);
  }

  private List<SequentialModel> evict(ModelCall modelCall, List<ModelCall> overlapping) {
    int subject = modelCall.number(0);
    if (!modelCall.isAllowed()) {
      boolean isInUse = overlapping.stream()
          .anyMatch(
              other -> other.is("batch") || (other.is("evict") && other.number(0) == subject));
      return isInUse || !newest.containsKey(subject) ? List.of(this) : List.of();
    }
    // An overlapping check may have created the subject, without having been decided yet.
    boolean isThere = newest.containsKey(subject)
        || overlapping.stream().anyMatch(other -> subjects(other).contains(subject));
    LimiterModel state = copy();
    state.newest.remove(subject);
    state.counts.keySet().removeIf(place -> place.subject() == subject);
    return isThere ? List.of(state) : List.of();
  }

  private List<SequentialModel> publish(ModelCall modelCall, List<ModelCall> overlapping) {
    int subject = modelCall.number(0);
    boolean isUnderWay =
        overlapping.stream().anyMatch(other -> other.isAllowed() && cost(other, subject) > 0);
    long all = ever.getOrDefault(subject, 0L);
    long published = (Long) modelCall.result();
    return published == all || (published < all && isUnderWay) ? List.of(this) : List.of();
  }
}
