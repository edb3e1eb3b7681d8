// SPDX-License-Identifier: Apache-2.0
package io.weir.pattern;

import java.util.Arrays;

/** A search for the pattern that applies to an identifier, with the memory that it needs. Used by one thread at a time. */
final class PatternSearch {
  /*
   * Each pattern's segments are taken where they first occur: if the rest does not fit behind that, it fits behind no later
   * place either. Nor does it if a line feed stands before the segment. Steps that several patterns begin with are taken once,
   * and none that leads only to patterns behind one that was found.
   */

  static final int NO_RANK = Integer.MAX_VALUE;

  private static final int NOT_FOUND = Occurrences.NOT_FOUND;
  private static final int WORD = Long.SIZE;

  private final PatternSet set;
  private final SegmentAutomaton segmentAutomaton;
  private final StepTree steps;
  private final Occurrences occurrences;

  /** Which ends of patterns are the identifier's. */
  private final long[] ending;

  /** Behind what was found for the node of a depth. */
  private final int[] places;

  /** The next line feed from each place on; filled if the identifier has any. */
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
    text = ""; // is not kept for longer than it is needed
    return best;
  }

  /** Whether the identifier ends as any of the patterns does. */
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

  /** Goes through all nodes of a beginning that can be reached, depth first. */
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

  /** Where one comes to from this place by the segments of a node. */
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

  /** All segments of some patterns were found before this place. */
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
