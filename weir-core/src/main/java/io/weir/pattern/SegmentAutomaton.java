// SPDX-License-Identifier: Apache-2.0
package io.weir.pattern;

import java.util.Arrays;
import java.util.Collection;

/**
 * An automaton of all texts between stars, which reads an identifier once and finds the segments that end at each
 * position.
 */
final class SegmentAutomaton {
  /*
   * An Aho-Corasick automaton: a tree of all prefixes of segments, in which each node links to the longest other node
   * that is a suffix of it. Nodes are numbered level by level, so that the children of a node are contiguous, ordered
   * by letter, and no table of node numbers is needed. Segments are numbered by SuffixOrder.
   */

  /** No segment. */
  static final int NONE = -1;

  static final int ROOT = 0;

  private static final int ASCII = 128;

  /** Bytes for a node: its letter, its first child, its fallback, its longest segment. */
  static final long NODE_WEIGHT = Character.BYTES + 3L * Integer.BYTES;

  /** Bytes for a segment without its characters: its text's objects, and four numbers, one of them in a search. */
  static final long SEGMENT_WEIGHT =
      PatternSizes.ofText("") + PatternSizes.REFERENCE + 4L * Integer.BYTES;

  private final char[] letters;

  /** The first child of each node, and one entry more: the children of a node end where those of the next begin. */
  private final int[] firstChild;

  /** The children of the root for the letters that most identifiers consist of: most transitions lead to the root. */
  private final int[] asciiRoots = new int[ASCII];

  private final int[] fallback;

  /** The longest segment that is a suffix of the node. */
  private final int[] longest;

  private final int[] lengths;
  private final String[] sorted;
  private final SuffixOrder order;

  /** The working data of the construction: the range of sorted segments that begin with each node. */
  private static final class AutomatonBuilder {
    private final String[] sorted;
    private final int[] from;
    private final int[] to;

    /** The segment that equals the node; by node. */
    private final int[] own;

    private AutomatonBuilder(String[] sorted, int nodes) {
      this.sorted = sorted;
      this.from = new int[nodes];
      this.to = new int[nodes];
      this.own = new int[nodes];
      Arrays.fill(own, NONE);
    }
  }

  private SegmentAutomaton(String[] sorted) {
    this.sorted = sorted;
    int nodes = nodes(sorted);
    this.letters = new char[nodes];
    this.firstChild = new int[nodes + 1];
    this.fallback = new int[nodes];
    this.longest = new int[nodes];
    AutomatonBuilder automatonBuilder = new AutomatonBuilder(sorted, nodes);
    grow(automatonBuilder);
    for (int child = firstChild[ROOT]; child < firstChild[ROOT + 1]; child++) {
      if (letters[child] < ASCII) {
        asciiRoots[letters[child]] = child;
      }
    }
    this.order = link(automatonBuilder);
    this.lengths = new int[sorted.length];
    for (int i = 0; i < sorted.length; i++) {
      lengths[order.number(i)] = sorted[i].length();
    }
  }

  /** Creates an automaton of these segments. Duplicates are ignored. */
  static SegmentAutomaton of(Collection<String> segments) {
    return new SegmentAutomaton(segments.stream().distinct().sorted().toArray(String[]::new));
  }

  private static int nodes(String[] sorted) {
    int nodes = 1;
    String before = "";
    for (String each : sorted) {
      int mismatch = 0;
      int most = Math.min(before.length(), each.length());
      while (mismatch < most && before.charAt(mismatch) == each.charAt(mismatch)) {
        mismatch++;
      }
      nodes += each.length() - mismatch;
      before = each;
    }
    return nodes;
  }

  /** Creates the nodes, level by level. */
  private void grow(AutomatonBuilder automatonBuilder) {
    automatonBuilder.to[ROOT] = automatonBuilder.sorted.length;
    int made = 1;
    int depth = 0;
    int levelEnd = 1;
    for (int node = 0; node < letters.length; node++) {
      if (node == levelEnd) {
        depth++;
        levelEnd = made;
      }
      firstChild[node] = made;
      int next = automatonBuilder.from[node];
      if (next < automatonBuilder.to[node] && automatonBuilder.sorted[next].length() == depth) {
        automatonBuilder.own[node] = next;
        next++;
      }
      while (next < automatonBuilder.to[node]) {
        char letter = automatonBuilder.sorted[next].charAt(depth);
        automatonBuilder.from[made] = next;
        while (next < automatonBuilder.to[node]
            && automatonBuilder.sorted[next].charAt(depth) == letter) {
          next++;
        }
        automatonBuilder.to[made] = next;
        letters[made] = letter;
        made++;
      }
    }
    firstChild[letters.length] = made;
  }

  /**
   * Links each node to the longest other one that is a suffix of it, and each segment to the longest one that is a
   * suffix of it.
   */
  private SuffixOrder link(AutomatonBuilder automatonBuilder) {
    int[] parents = new int[sorted.length];
    int[] byLength = new int[sorted.length];
    int seen = 0;
    longest[ROOT] = NONE;
    for (int node = 0; node < letters.length; node++) {
      int segment = automatonBuilder.own[node];
      if (segment != NONE) {
        parents[segment] = longest[fallback[node]];
        byLength[seen++] = segment;
      }
      longest[node] = segment != NONE ? segment : node == ROOT ? NONE : longest[fallback[node]];
      for (int child = firstChild[node]; child < firstChild[node + 1]; child++) {
        fallback[child] = node == ROOT ? ROOT : next(fallback[node], letters[child]);
      }
    }
    SuffixOrder numbered = new SuffixOrder(parents, byLength);
    for (int node = 0; node < letters.length; node++) {
      longest[node] = longest[node] == NONE ? NONE : numbered.number(longest[node]);
    }
    return numbered;
  }

  /** The node that follows a node on a letter. */
  int next(int node, char letter) {
    int from = node;
    while (from != ROOT) {
      int child = child(from, letter);
      if (child != ROOT) {
        return child;
      }
      from = fallback[from];
    }
    return letter < ASCII ? asciiRoots[letter] : child(ROOT, letter);
  }

  /** The child of a node for a letter, or the root. */
  private int child(int node, char letter) {
    int low = firstChild[node];
    int high = firstChild[node + 1] - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (letters[middle] == letter) {
        return middle;
      }
      if (letters[middle] < letter) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return ROOT;
  }

  /** The longest segment that ends at a node. */
  int longest(int node) {
    return longest[node];
  }

  /** The order by which segments are numbered. */
  SuffixOrder order() {
    return order;
  }

  int count() {
    return lengths.length;
  }

  int length(int segment) {
    return lengths[segment];
  }

  /** The number of one of the segments. */
  int number(String text) {
    return order.number(Arrays.binarySearch(sorted, text));
  }

  /** The approximate memory, in bytes. */
  long weight() {
    long texts = Arrays.stream(sorted).mapToLong(each -> 2L * each.length()).sum();
    return texts + NODE_WEIGHT * letters.length + SEGMENT_WEIGHT * sorted.length;
  }
}
