// SPDX-License-Identifier: Apache-2.0
package io.weir.pattern;

import java.util.Arrays;

/** A search for the pattern that applies to an identifier, with its working memory. Used by one thread at a time. */
final class PatternSearch {
  /*
   * Each segment of a pattern is matched at its first occurrence: if the rest does not fit after that, it fits after
   * no later one either. Nor does it if a line feed comes before the segment. Steps shared by several patterns are
   * matched once. Steps that lead only to patterns ranked behind a match are skipped.
   */

  static final int NO_RANK = Integer.MAX_VALUE;

  private static final int NOT_FOUND = Occurrences.NOT_FOUND;
  private static final int WORD = Long.SIZE;

  private final PatternSet set;
  private final SegmentAutomaton segmentAutomaton;
  private final StepTree steps;
  private final Occurrences occurrences;

  /** The suffixes of patterns with which the identifier ends, as a bit set. */
  private final long[] ending;

  /** For each depth, the position after the match of the current node. */
  private final int[] places;

  /** For each position, the next line feed; filled if the identifier contains any. */
  private int[] lineFeeds = new int[0];

  private boolean hasLineFeeds;
  private String text = "";
  private int best;

  PatternSearch(PatternSet set) {
    this.set = set;
    this.segmentAutomaton = set.segments();
    this.steps = set.stepTree();
    this.occurrences = new Occurrences(segmentAutomaton);
    this.ending = new long[set.suffixes().count() / WORD + 1];
    this.places = new int[steps.depths()];
  }

  /** The best rank of a pattern that matches. */
  int best(String identifier) {
    text = identifier;
    best = NO_RANK;
    if (findSuffixes()) {
      findLineFeeds();
      occurrences.begin(text);
      PrefixIndex firsts = set.prefixes();
      int first = firsts.longest(text);
      for (; first != PrefixIndex.NONE; first = firsts.shorter(first)) {
        search(steps.root(first), firsts.length(first));
      }
      occurrences.end();
    }
    text = ""; // released as early as possible
    return best;
  }

  /** Finds the suffixes with which the identifier ends. False if there are none. */
  private boolean findSuffixes() {
    PrefixIndex lasts = set.suffixes();
    int last = lasts.longest(PatternSet.reversed(text));
    if (last == PrefixIndex.NONE) {
      return false;
    }
    Arrays.fill(ending, 0);
    for (; last != PrefixIndex.NONE; last = lasts.shorter(last)) {
      ending[last / WORD] |= 1L << last;
    }
    return true;
  }

  private void findLineFeeds() {
    hasLineFeeds = text.indexOf('\n') >= 0;
    if (!hasLineFeeds) {
      return;
    }
    if (lineFeeds.length <= text.length()) {
      lineFeeds = new int[text.length() + 1];
    }
    lineFeeds[text.length()] = text.length();
    for (int i = text.length() - 1; i >= 0; i--) {
      lineFeeds[i] = text.charAt(i) == '\n' ? i : lineFeeds[i + 1];
    }
  }

  private boolean hasLineFeed(int from, int end) {
    return hasLineFeeds && lineFeeds[from] < end;
  }

  /** Visits all reachable nodes of a prefix, depth first. */
  private void search(int root, int start) {
    int behind = steps.subtreeEnd(root);
    int node = root;
    while (node < behind) {
      int depth = steps.depth(node);
      int place = follow(node, depth == 0 ? start : places[depth - 1]);
      if (place == NOT_FOUND) {
        node = steps.subtreeEnd(node);
      } else {
        places[depth] = place;
        end(node, place);
        node++;
      }
    }
  }

  /** The position after matching the segments of a node from this position. */
  private int follow(int node, int from) {
    if (steps.best(node) >= best || from + steps.rest(node) > text.length()) {
      return NOT_FOUND;
    }
    int place = from;
    int last = steps.firstSegment(node + 1);
    for (int i = steps.firstSegment(node); i < last; i++) {
      int segment = steps.segment(i);
      int found = occurrences.next(segment, place);
      if (found == NOT_FOUND || hasLineFeed(place, found)) {
        return NOT_FOUND;
      }
      place = found + segmentAutomaton.length(segment);
    }
    return place;
  }

  /** Checks the patterns of a node whose segments were all found before this position. */
  private void end(int node, int place) {
    int last = steps.firstEnd(node + 1);
    for (int i = steps.firstEnd(node); i < last && steps.end(i) < best; i++) {
      if (fits(steps.end(i), place)) {
        best = steps.end(i);
      }
    }
  }

  private boolean fits(int rank, int place) {
    int last = set.suffix(rank);
    int end = text.length() - set.suffixes().length(last);
    return (ending[last / WORD] & 1L << last) != 0 && place <= end && !hasLineFeed(place, end);
  }
}
