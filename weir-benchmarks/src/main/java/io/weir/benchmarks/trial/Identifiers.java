// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.trial;

import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;

/** The identifiers that benchmarks check, and their order. */
@State(Scope.Benchmark)
public class Identifiers {
  /*
   * A service parses the identifier out of each request, so the string of a check equals the string that the limiter
   * was created with, but is never the same object. Therefore every identifier exists twice. Checks use the second
   * set, in a random order that is fixed in advance, so that neither the map's entries nor the strings are in the
   * order of the checks.
   */

  private static final long SEED = 20_260_825;

  /** The number of identifiers. */
  @Param("1")
  public int subjects;

  /** The format: "customer", or "address" for identifiers that must be IP addresses. */
  @Param("customer")
  public String form = "customer";

  private String[] keys = {};
  private String[] visits = {};

  /** Creates both sets. */
  @Setup
  public void make() {
    keys = new String[subjects];
    visits = new String[subjects];
    for (int i = 0; i < subjects; i++) {
      keys[i] = identifier(i);
    }
    for (int i = 0; i < subjects; i++) {
      visits[i] = identifier(i);
    }
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = subjects - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      String swapped = visits[i];
      visits[i] = visits[other];
      visits[other] = swapped;
    }
  }

  private String identifier(int i) {
    return form.equals("address")
        ? "10." + (i >> 16 & 255) + "." + (i >> 8 & 255) + "." + (i & 255)
        : "customer-" + Integer.toHexString(0x1000_0000 + i);
  }

  /** The identifiers to create limiters with. */
  public String[] keys() {
    return keys;
  }

  /** A thread's position in the sequence of checks. Threads start far from each other. */
  @State(Scope.Thread)
  public static class IdentifierCursor {
    private String[] visits = {};
    private int next;

    /** Sets the start position of the thread. */
    @Setup
    public void start(Identifiers identifiers, ThreadParams thread) {
      visits = identifiers.visits;
      next = (int) ((long) visits.length * thread.getThreadIndex() / thread.getThreadCount());
    }

    /** Returns the identifier of the next check. */
    public String next() {
      int at = next;
      next = at + 1 < visits.length ? at + 1 : 0;
      return visits[at];
    }
  }
}
