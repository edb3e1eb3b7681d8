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
  private static final long PER_CHARACTER = 2 * Character.BYTES + Segments.NODE_WEIGHT;

  /** Of a segment, and of a step that leads to it. */
  private static final long PER_STAR = Segments.SEGMENT_WEIGHT + StepTree.STEP_WEIGHT;

  private final String[] texts;
  private final Prefixes firsts;

  /** Ends of patterns, each written backwards. */
  private final Prefixes lasts;

  /** Each pattern's end; by rank. */
  private final int[] lastOf;

  private final Segments segments;
  private final StepTree steps;

  /** A search that nobody uses at the moment, so that not each match makes one. */
  private final AtomicReference<@Nullable Search> spare = new AtomicReference<>();

  private PatternSet(List<IdentifierPattern> patterns) {
    int count = patterns.size();
    this.texts = patterns.stream().map(IdentifierPattern::text).toArray(String[]::new);
    this.firsts = Prefixes.of(patterns.stream().map(IdentifierPattern::first).toList());
    this.lasts =
        Prefixes.of(patterns.stream().map(each -> reversed(each.last())).toList());
    Set<String> between = new HashSet<>();
    patterns.forEach(each -> between.addAll(each.segments()));
    this.segments = Segments.of(between);
    this.lastOf = new int[count];
    StepTree.Path[] paths = new StepTree.Path[count];
    for (int rank = 0; rank < count; rank++) {
      IdentifierPattern pattern = patterns.get(rank);
      lastOf[rank] = lasts.number(reversed(pattern.last()));
      paths[rank] = new StepTree.Path(
          rank,
          firsts.number(pattern.first()),
          pattern.segments().stream().mapToInt(segments::number).toArray(),
          pattern.last().length());
    }
    this.steps = new StepTree(paths, firsts.count(), segments);
  }

  /** Of these texts, each with a star and each taken once. */
  public static PatternSet of(Collection<String> texts) {
    return new PatternSet(texts.stream()
        .distinct()
        .map(IdentifierPattern::of)
        .sorted(IdentifierPattern.MOST_PARTICULAR_FIRST)
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
    Search own = spare.getAndSet(null);
    Search search = own == null ? new Search(this) : own;
    int rank = search.best(identifier);
    spare.set(search);
    return rank == Search.NO_RANK ? null : texts[rank];
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
      own += Weights.REFERENCE + Integer.BYTES + Weights.ofText(text);
    }
    return own + firsts.weight() + lasts.weight() + segments.weight() + steps.weight();
  }

  static String reversed(String text) {
    char[] letters = new char[text.length()];
    for (int i = 0; i < letters.length; i++) {
      letters[i] = text.charAt(letters.length - 1 - i);
    }
    return String.valueOf(letters);
  }

  Prefixes firsts() {
    return firsts;
  }

  Prefixes lasts() {
    return lasts;
  }

  int last(int rank) {
    return lastOf[rank];
  }

  Segments segments() {
    return segments;
  }

  StepTree stepTree() {
    return steps;
  }
}
