// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation.honest;

/** An identifier of the honest client, which only this client uses, so that every right answer is known. */
final class HonestIdentifier {
  static final long LIMIT = 5;

  /** No run sees the end of such a window. The server stores these counts. */
  private static final long LONG_WINDOW = 2_592_000_000L;

  /** Below a minute: the server has these counts in memory only. */
  private static final long SHORT_WINDOW = 50_000;

  /** So near to the end of its window nobody can say which window a request belongs to. */
  private static final long MARGIN_MILLIS = 2_000;

  private final String name;
  private final long durationMillis;
  private long spent;

  /** When the window ends, by the server's first answer. */
  private long resetMillis = Long.MAX_VALUE;

  /** Whether every request so far was answered. One that was not may have been counted. */
  private boolean isCertain = true;

  HonestIdentifier(String name, boolean isShort) {
    this.name = name;
    this.durationMillis = isShort ? SHORT_WINDOW : LONG_WINDOW;
  }

  /** The body of a check with this cost, or of a look if it is 0. */
  String body(long cost) {
    return "{\"namespace\":\"honest\",\"identifier\":\"" + name + "\",\"limit\":" + LIMIT
        + ",\"duration\":" + durationMillis + ",\"cost\":" + cost + "}";
  }

  /** Whether the right answer is known, at a time as long as an epoch has lasted. */
  boolean isKnown(long nowMillis) {
    return isCertain && nowMillis < resetMillis - MARGIN_MILLIS;
  }

  boolean isUsedUp() {
    return spent == LIMIT;
  }

  /** A request was not answered. */
  void lose() {
    isCertain &= isUsedUp();
  }

  /** Counts a request that was answered. Returns what is wrong with the answer, or nothing. */
  String judge(long cost, ExpectedAnswer expectedAnswer) {
    boolean isRight = spent + cost <= LIMIT;
    spent += isRight ? cost : 0;
    resetMillis = Math.min(resetMillis, expectedAnswer.resetMillis());
    if (expectedAnswer.remaining() == LIMIT - spent
        && (cost == 0 || expectedAnswer.success() == isRight)) {
      return "";
    }
    return name + ", window of " + durationMillis + " ms, cost " + cost + ": expected success="
        + isRight + " and remaining=" + (LIMIT - spent) + ", but got " + expectedAnswer;
  }

  /** An answer to a check. */
  record ExpectedAnswer(boolean success, long remaining, long resetMillis) {}
}
