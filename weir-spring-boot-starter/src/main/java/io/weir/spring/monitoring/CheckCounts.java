// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.monitoring;

import io.weir.api.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Counters of checks by rule, outcome and source. Their number is bounded by the rules of the program: namespaces
 * without a rule are counted under {@link #OTHER}, since applications may create namespaces dynamically.
 */
public final class CheckCounts {
  /** Stands for all namespaces without a rule. */
  public static final String OTHER = "other";

  /**
   * The key of a counter.
   *
   * @param rule a rule's name, or {@link #OTHER}
   * @param outcome the outcome of the check
   * @param source where the answer came from
   */
  public record CountKey(String rule, CheckOutcome outcome, Result.Source source) {
    /** Returns the source as a tag value. */
    public String sourceText() {
      return source.name().toLowerCase(Locale.ROOT);
    }
  }

  private final Set<String> rules = ConcurrentHashMap.newKeySet();
  private final Map<CountKey, LongAdder> counts = new ConcurrentHashMap<>();

  /** Guarded by this, so that each listener is notified of each key once. */
  private final List<BiConsumer<CountKey, LongAdder>> listeners = new ArrayList<>();

  /** Creates counters without rules. */
  public CheckCounts() {}

  /** Registers a rule, which is counted under its name from now on. */
  public void register(String rule) {
    rules.add(rule);
  }

  void count(@Nullable String rule, CheckOutcome checkOutcome, Result.Source source) {
    String name = rule != null && rules.contains(rule) ? rule : OTHER;
    CountKey countKey = new CountKey(name, checkOutcome, source);
    LongAdder count = counts.get(countKey);
    if (count == null) {
      count = addKind(countKey);
    }
    count.increment();
  }

  private synchronized LongAdder addKind(CountKey countKey) {
    LongAdder known = counts.get(countKey);
    if (known != null) {
      return known;
    }
    LongAdder count = new LongAdder();
    counts.put(countKey, count);
    listeners.forEach(listener -> listener.accept(countKey, count));
    return count;
  }

  /** Adds a listener that is notified of each key, now or when it first occurs, with its counter. */
  public synchronized void listen(BiConsumer<CountKey, LongAdder> listener) {
    counts.forEach(listener);
    listeners.add(listener);
  }

  /** Returns how often each outcome occurred since the start, by rule. */
  public Map<String, Map<CheckOutcome, Long>> byRule() {
    Map<String, Map<CheckOutcome, Long>> sums = new TreeMap<>();
    counts.forEach(
        (countKey, count) -> sums.computeIfAbsent(countKey.rule(), rule -> new TreeMap<>())
            .merge(countKey.outcome(), count.sum(), Long::sum));
    return sums;
  }
}
