// SPDX-License-Identifier: Apache-2.0
package io.weir.pattern;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** An immutable set of patterns that finds the one that applies to an identifier. Thread-safe. */
public final class PatternSet {
  /** The empty set. */
  public static final PatternSet EMPTY = of(List.of());

  private static final char STAR = '*';

  /** The fixed weight of a pattern: its text, prefix and suffix, and its array entries. */
  private static final long FIXED_WEIGHT = 256 + StepTree.PATTERN_WEIGHT;

  /**
   * The weight per character: in the pattern's text, in that of a segment, prefix or suffix, and one automaton node.
   */
  private static final long PER_CHARACTER = 2 * Character.BYTES + SegmentAutomaton.NODE_WEIGHT;

  /** The weight per star: a segment, and a step that leads to it. */
  private static final long PER_STAR = SegmentAutomaton.SEGMENT_WEIGHT + StepTree.STEP_WEIGHT;

  private final String[] texts;
  private final PrefixIndex prefixes;

  /** The suffixes of patterns, each reversed. */
  private final PrefixIndex suffixes;

  /** Each pattern's suffix; by rank. */
  private final int[] suffixOf;

  private final SegmentAutomaton segmentAutomaton;
  private final StepTree steps;

  /** An idle search, so that not every match creates one. */
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

  /** Creates a set of these texts, each with a star. Duplicates are ignored. */
  public static PatternSet of(Collection<String> texts) {
    return new PatternSet(texts.stream()
        .distinct()
        .map(IdentifierPattern::of)
        .sorted(IdentifierPattern.MOST_SPECIFIC_FIRST)
        .toList());
  }

  /** The number of patterns. */
  public int size() {
    return texts.length;
  }

  /**
   * Returns the text of the pattern that applies: of those that match, the one with the most characters other than
   * stars, and among equals the first by its text. Null if none matches.
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

  /** The largest number of steps of a match besides those of reading the identifier. */
  public int steps() {
    return steps.count();
  }

  /** The most memory that a pattern of this text uses, in bytes, with its part of the search structures. */
  public static long weightOf(String text) {
    long length = text.length();
    long stars = text.chars().filter(each -> each == STAR).count();
    return FIXED_WEIGHT + PER_CHARACTER * length + PER_STAR * stars;
  }

  /** The approximate memory, in bytes. */
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
