// SPDX-License-Identifier: Apache-2.0
package io.weir.pattern;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Patterns, and which of them applies to an identifier. Never changes; safe for many threads. */
public final class PatternSet {
  /** Without any pattern. */
  public static final PatternSet EMPTY = of(List.of());

  private static final char STAR = '*';

  /** Of the text itself, its beginning and end, and its places in arrays. */
  private static final long FIXED_WEIGHT = 256 + StepTree.PATTERN_WEIGHT;

  /** Of texts: the pattern's, and that of a segment, a beginning or an end; and of a node for each. */
  private static final long PER_CHARACTER = 2 * Character.BYTES + SegmentAutomaton.NODE_WEIGHT;

  /** Of a segment, and of a step that leads to it. */
  private static final long PER_STAR = SegmentAutomaton.SEGMENT_WEIGHT + StepTree.STEP_WEIGHT;

  private final String[] texts;
  private final PrefixIndex prefixes;

  /** Ends of patterns, each written backwards. */
  private final PrefixIndex suffixes;

  /** Each pattern's end; by rank. */
  private final int[] suffixOf;

  private final SegmentAutomaton segmentAutomaton;
  private final StepTree steps;

  /** A search that nobody uses at the moment, so that not each match makes one. */
  private final AtomicReference<@Nullable PatternSearch> spare = new AtomicReference<>();

  private PatternSet(List<IdentifierPattern> patterns) {
    int count = patterns.size();
    this.texts = patterns.stream().map(IdentifierPattern::text).toArray(String[]::new);
    this.prefixes =
        PrefixIndex.of(patterns.stream().map(IdentifierPattern::prefix).toList());
    this.suffixes =
        PrefixIndex.of(patterns.stream().map(each -> reversed(each.suffix())).toList());
    Set<String> between = new HashSet<>();
    patterns.forEach(each -> between.addAll(each.segments()));
    this.segmentAutomaton = SegmentAutomaton.of(between);
    this.suffixOf = new int[count];
    StepTree.PatternPath[] paths = new StepTree.PatternPath[count];
    for (int rank = 0; rank < count; rank++) {
      IdentifierPattern pattern = patterns.get(rank);
      suffixOf[rank] = suffixes.number(reversed(pattern.suffix()));
      paths[rank] = new StepTree.PatternPath(
          rank,
          prefixes.number(pattern.prefix()),
          pattern.segments().stream().mapToInt(segmentAutomaton::number).toArray(),
          pattern.suffix().length());
    }
    this.steps = new StepTree(paths, prefixes.count(), segmentAutomaton);
  }

  /** Of these texts, each with a star and each taken once. */
  public static PatternSet of(Collection<String> texts) {
    return new PatternSet(texts.stream()
        .distinct()
        .map(IdentifierPattern::of)
        .sorted(IdentifierPattern.MOST_SPECIFIC_FIRST)
        .toList());
  }

  /** How many patterns there are. */
  public int size() {
    return texts.length;
  }

  /**
   * The text of the pattern that applies: of those that match, the one with the most characters beside its stars, and of equals
   * the first by its text. Null if none matches.
   */
  public @Nullable String match(String identifier) {
    if (texts.length == 0) {
      return null;
    }
    PatternSearch own = spare.getAndSet(null);
    PatternSearch patternSearch = own == null ? new PatternSearch(this) : own;
    int rank = patternSearch.best(identifier);
    spare.set(patternSearch);
    return rank == PatternSearch.NO_RANK ? null : texts[rank];
  }

  /** How many steps a match can take beside those of reading the identifier. */
  public int steps() {
    return steps.count();
  }

  /** The bytes in memory that a pattern of this text takes at most, with its part of what finds it. */
  public static long weightOf(String text) {
    long length = text.length();
    long stars = text.chars().filter(each -> each == STAR).count();
    return FIXED_WEIGHT + PER_CHARACTER * length + PER_STAR * stars;
  }

  /** The bytes in memory, about. */
  public long weight() {
    long own = 0;
    for (String text : texts) {
      own += PatternSizes.REFERENCE + Integer.BYTES + PatternSizes.ofText(text);
    }
    return own + prefixes.weight() + suffixes.weight() + segmentAutomaton.weight() + steps.weight();
  }

  static String reversed(String text) {
    char[] letters = new char[text.length()];
    for (int i = 0; i < letters.length; i++) {
      letters[i] = text.charAt(letters.length - 1 - i);
    }
    return String.valueOf(letters);
  }

  PrefixIndex prefixes() {
    return prefixes;
  }

  PrefixIndex suffixes() {
    return suffixes;
  }

  int suffix(int rank) {
    return suffixOf[rank];
  }

  SegmentAutomaton segments() {
    return segmentAutomaton;
  }

  StepTree stepTree() {
    return steps;
  }
}
