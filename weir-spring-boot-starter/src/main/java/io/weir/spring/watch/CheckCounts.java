// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.watch;

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
 * Counts checks by rule, outcome and source. What it holds is bounded by the rules of the program: a namespace that no rule
 * has is counted under {@link #OTHER}, since applications may make namespaces up as they go.
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
  public record Kind(String rule, Outcome outcome, Result.Source source) {
    /** As it stands in tags. */
    public String sourceText() {
      return source.name().toLowerCase(Locale.ROOT);
    }
  }

  private final Set<String> rules = ConcurrentHashMap.newKeySet();
  private final Map<Kind, LongAdder> counts = new ConcurrentHashMap<>();

  /** Guarded by this: whoever listens hears of each kind once. */
  private final List<BiConsumer<Kind, LongAdder>> listeners = new ArrayList<>();

  /** Nothing counted yet, and no rule known. */
  public CheckCounts() {}

  /** From now on this rule is counted by its name. */
  public void know(String rule) {
    rules.add(rule);
  }

  void count(@Nullable String rule, Outcome outcome, Result.Source source) {
    String name = rule != null && rules.contains(rule) ? rule : OTHER;
    Kind kind = new Kind(name, outcome, source);
    LongAdder count = counts.get(kind);
    if (count == null) {
      count = introduce(kind);
    }
    count.increment();
  }

  private synchronized LongAdder introduce(Kind kind) {
    LongAdder known = counts.get(kind);
    if (known != null) {
      return known;
    }
    LongAdder count = new LongAdder();
    counts.put(kind, count);
    listeners.forEach(listener -> listener.accept(kind, count));
    return count;
  }

  /** Tells of each kind that was ever counted, now or when it first happens, and where its count is kept. */
  public synchronized void listen(BiConsumer<Kind, LongAdder> listener) {
    counts.forEach(listener);
    listeners.add(listener);
  }

  /** How often each outcome happened, by rule, since the start. */
  public Map<String, Map<Outcome, Long>> byRule() {
    Map<String, Map<Outcome, Long>> sums = new TreeMap<>();
    counts.forEach((kind, count) -> sums.computeIfAbsent(kind.rule(), rule -> new TreeMap<>())
        .merge(kind.outcome(), count.sum(), Long::sum));
    return sums;
  }
}
