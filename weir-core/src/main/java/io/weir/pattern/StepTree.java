// SPDX-License-Identifier: Apache-2.0
package io.weir.pattern;

import java.util.Arrays;

/** A tree of the segments to find in an identifier, in order. Patterns that begin with the same steps share them. */
final class StepTree {
  /*
   * Each node is a run of segments to be found after its parent's, with the patterns that end there. The children of a
   * node differ in their first segment. Nodes are numbered depth first: a node's first child has the next number, and
   * a search that skips a node continues after its subtree.
   */

  private static final int FIRST_SEGMENT = 0;
  private static final int FIRST_END = 1;
  private static final int BEHIND = 2;
  private static final int DEPTH = 3;
  private static final int BEST = 4;
  private static final int REST = 5;
  private static final int FIELDS = 6;

  /** The most bytes for each star of a pattern: its segment. */
  static final long STEP_WEIGHT = Integer.BYTES;

  /** The most bytes for each pattern: its rank, and two nodes, because each pattern adds a leaf and splits one run. */
  static final long PATTERN_WEIGHT = (1 + 2L * FIELDS) * Integer.BYTES;

  private final int[] roots;

  /** The fields of all nodes, and of one more, which marks the end of the last node's segments and patterns. */
  private final int[] nodes;

  private final int[] segments;

  /** The ranks of patterns, the best of a node first. */
  private final int[] ends;

  private final int deepest;

  /** A pattern to add to a tree. */
  static final class PatternPath {
    private final int rank;
    private final int root;
    private final int[] segments;
    private final int tail;

    /** Creates the path of the pattern with this rank: its prefix, its segments, and the length of its suffix. */
    PatternPath(int rank, int root, int[] segments, int tail) {
      this.rank = rank;
      this.root = root;
      this.segments = segments;
      this.tail = tail;
    }

    private static int compare(PatternPath one, PatternPath other) {
      int order = Integer.compare(one.root, other.root);
      if (order == 0) {
        order = Arrays.compare(one.segments, other.segments);
      }
      return order == 0 ? Integer.compare(one.rank, other.rank) : order;
    }
  }

  /** A builder of a tree. */
  private static final class TreeBuilder {
    private final PatternPath[] sorted;
    private final SegmentAutomaton known;
    private final int[] nodes;
    private final int[] segments;
    private final int[] ends;
    private int nodeCount;
    private int segmentCount;
    private int endCount;
    private int deepest;

    private TreeBuilder(PatternPath[] sorted, SegmentAutomaton known) {
      this.sorted = sorted;
      this.known = known;
      this.nodes = new int[(2 * sorted.length + 1) * FIELDS];
      this.segments =
          new int[Arrays.stream(sorted).mapToInt(each -> each.segments.length).sum()];
      this.ends = new int[sorted.length];
    }

    /** Adds the node of a range of paths that share this many segments above it. Returns its number. */
    private int add(int from, int to, int above, int depth) {
      int node = nodeCount++ * FIELDS;
      int[] steps = sorted[from].segments;
      int mismatch = Arrays.mismatch(steps, sorted[to - 1].segments);
      int common = mismatch < 0 ? steps.length : mismatch;
      deepest = Math.max(deepest, depth);
      nodes[node + DEPTH] = depth;
      nodes[node + FIRST_SEGMENT] = segmentCount;
      nodes[node + FIRST_END] = endCount;
      int own = 0;
      for (int i = above; i < common; i++) {
        segments[segmentCount++] = steps[i];
        own += known.length(steps[i]);
      }
      int best = Integer.MAX_VALUE;
      int rest = Integer.MAX_VALUE;
      int next = from;
      for (; next < to && sorted[next].segments.length == common; next++) {
        ends[endCount++] = sorted[next].rank;
        best = Math.min(best, sorted[next].rank);
        rest = Math.min(rest, sorted[next].tail);
      }
      while (next < to) {
        int first = next;
        next = behind(first, to, common);
        int child = add(first, next, common, depth + 1) * FIELDS;
        best = Math.min(best, nodes[child + BEST]);
        rest = Math.min(rest, nodes[child + REST]);
      }
      nodes[node + BEST] = best;
      nodes[node + REST] = own + rest;
      nodes[node + BEHIND] = nodeCount;
      return node / FIELDS;
    }

    /** The first path after this one with another segment at this index. */
    private int behind(int first, int to, int place) {
      int next = first + 1;
      while (next < to && sorted[next].segments[place] == sorted[first].segments[place]) {
        next++;
      }
      return next;
    }
  }

  /** Creates a tree of patterns with this many different prefixes, each of which occurs in some pattern. */
  StepTree(PatternPath[] paths, int beginnings, SegmentAutomaton known) {
    PatternPath[] sorted = paths.clone();
    Arrays.sort(sorted, PatternPath::compare);
    TreeBuilder treeBuilder = new TreeBuilder(sorted, known);
    this.roots = new int[beginnings];
    int next = 0;
    for (int root = 0; root < beginnings; root++) {
      int from = next;
      while (next < sorted.length && sorted[next].root == root) {
        next++;
      }
      roots[root] = treeBuilder.add(from, next, 0, 0);
    }
    int behind = treeBuilder.nodeCount * FIELDS;
    treeBuilder.nodes[behind + FIRST_SEGMENT] = treeBuilder.segmentCount;
    treeBuilder.nodes[behind + FIRST_END] = treeBuilder.endCount;
    this.nodes = Arrays.copyOf(treeBuilder.nodes, behind + FIELDS);
    this.segments = Arrays.copyOf(treeBuilder.segments, treeBuilder.segmentCount);
    this.ends = treeBuilder.ends;
    this.deepest = treeBuilder.deepest;
  }

  /** The root node of a prefix. */
  int root(int beginning) {
    return roots[beginning];
  }

  /** The index of a node's first segment; its last one is before the first of the next node. */
  int firstSegment(int node) {
    return nodes[node * FIELDS + FIRST_SEGMENT];
  }

  int segment(int place) {
    return segments[place];
  }

  /** The index of a node's first pattern; its last one is before the first of the next node. */
  int firstEnd(int node) {
    return nodes[node * FIELDS + FIRST_END];
  }

  int end(int place) {
    return ends[place];
  }

  /** The number after all nodes of the subtree of a node. */
  int subtreeEnd(int node) {
    return nodes[node * FIELDS + BEHIND];
  }

  int depth(int node) {
    return nodes[node * FIELDS + DEPTH];
  }

  /** The number of levels. */
  int depths() {
    return deepest + 1;
  }

  /** The best rank in the subtree of a node. */
  int best(int node) {
    return nodes[node * FIELDS + BEST];
  }

  /** The least number of characters that an identifier must have left for a node and its subtree. */
  int rest(int node) {
    return nodes[node * FIELDS + REST];
  }

  /** The largest number of segments matched in a search. */
  int count() {
    return segments.length;
  }

  long weight() {
    return (long) Integer.BYTES * (roots.length + nodes.length + segments.length + ends.length);
  }
}
