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
 * Counts checks by rule, outcome and source. What it holds is bounded by the rules of the program: a namespace that
 * no rule has is counted under {@link #OTHER}, since applications may make namespaces up as they go.
 */
public final class CheckCounts {
  /** For all namespaces that no rule has. */
  public static final String OTHER = "other";

  /**
   * What is counted apart.
   *
   * @param rule a rule's name, or {@link #OTHER}
   * @param outcome what became of the check
   * @param source who answered
   */
  public record CountKey(String rule, CheckOutcome outcome, Result.Source source) {
    /** As it stands in tags. */
    public String sourceText() {
      return source.name().toLowerCase(Locale.ROOT);
    }
  }

  private final Set<String> rules = ConcurrentHashMap.newKeySet();
  private final Map<CountKey, LongAdder> counts = new ConcurrentHashMap<>();

  /** Guarded by this: whoever listens hears of each kind once. */
  private final List<BiConsumer<CountKey, LongAdder>> listeners = new ArrayList<>();

  /** Nothing counted yet, and no rule known. */
  public CheckCounts() {}

  /** From now on this rule is counted by its name. */
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

  /** Tells of each kind that was ever counted, now or when it first happens, and where its count is kept. */
  public synchronized void listen(BiConsumer<CountKey, LongAdder> listener) {
    counts.forEach(listener);
    listeners.add(listener);
  }

  /** How often each outcome happened, by rule, since the start. */
  public Map<String, Map<CheckOutcome, Long>> byRule() {
    Map<String, Map<CheckOutcome, Long>> sums = new TreeMap<>();
    counts.forEach(
        (countKey, count) -> sums.computeIfAbsent(countKey.rule(), rule -> new TreeMap<>())
            .merge(countKey.outcome(), count.sum(), Long::sum));
    return sums;
  }
}
