// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation.honest;

/** An identifier that only the honest client uses, so that every expected answer is known. */
final class HonestIdentifier {
  static final long LIMIT = 5;

  /** Longer than any run. The server stores these counts. */
  private static final long LONG_WINDOW = 2_592_000_000L;

  /** Shorter than a minute: the server keeps these counts only in memory. */
  private static final long SHORT_WINDOW = 50_000;

  /** This close to the end of a window, it is uncertain which window a request belongs to. */
  private static final long MARGIN_MILLIS = 2_000;

  private final String name;
  private final long durationMillis;
  private long spent;

  /** When the window ends, according to the server's answers. */
  private long resetMillis = Long.MAX_VALUE;

  /** Whether every request so far was answered. A request without an answer may have been counted. */
  private boolean isCertain = true;

  HonestIdentifier(String name, boolean isShort) {
    this.name = name;
    this.durationMillis = isShort ? SHORT_WINDOW : LONG_WINDOW;
  }

  /** The body of a check with this cost; a look if the cost is 0. */
  String body(long cost) {
    return "{\"namespace\":\"honest\",\"identifier\":\"" + name + "\",\"limit\":" + LIMIT
        + ",\"duration\":" + durationMillis + ",\"cost\":" + cost + "}";
  }

  /** Whether the expected answer is known at this time. */
  boolean isKnown(long nowMillis) {
    return isCertain && nowMillis < resetMillis - MARGIN_MILLIS;
  }

  boolean isUsedUp() {
    return spent == LIMIT;
  }

  /** Records that a request was not answered. */
  void lose() {
    isCertain &= isUsedUp();
  }

  /** Records an answered request. Returns what is wrong with the answer; empty if it is right. */
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

  /** The answer to a check. */
  record ExpectedAnswer(boolean success, long remaining, long resetMillis) {}
}
