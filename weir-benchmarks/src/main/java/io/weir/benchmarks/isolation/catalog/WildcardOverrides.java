// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation.catalog;

import io.weir.benchmarks.isolation.attack.Attack;
import io.weir.benchmarks.isolation.attack.Target;
import io.weir.benchmarks.server.load.LoadConnection;
import io.weir.benchmarks.server.load.RequestTemplate;
import java.io.IOException;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.LongFunction;

/** Creates the maximum number of wildcard overrides in a namespace, and identifiers that are slow to match. */
final class WildcardOverrides {
  static final String NAMESPACE = "wildcards";

  private static final int MOST = 1_000;
  private static final int TIMEOUT_MILLIS = 20_000;
  private static final int OK = 200;

  /** The status of a refused override: the directory's budget may have room for fewer patterns. */
  private static final int FULL = 403;

  private static final int LETTERS = 250;
  private static final int STARS = 255;

  private WildcardOverrides() {}

  /** A pattern that almost matches a long run of the same letter at every position. */
  static String longPattern(long number) {
    return "*" + "a".repeat(LETTERS) + String.format(Locale.ROOT, "%05d", number) + "*";
  }

  /** A pattern of random letters, {@code a} or {@code b}, with a star before each. */
  static String starredPattern(long number) {
    StringBuilder pattern = new StringBuilder();
    SplittableRandom random = new SplittableRandom(number);
    for (int i = 0; i < STARS; i++) {
      pattern.append('*').append(random.nextBoolean() ? 'a' : 'b');
    }
    return pattern.toString();
  }

  /** An identifier of random letters, {@code a} or {@code b}. */
  static String randomIdentifier(long number) {
    StringBuilder identifier = new StringBuilder();
    SplittableRandom random = new SplittableRandom(-1 - number);
    for (int i = 0; i < AttackBodies.LONGEST; i++) {
      identifier.append(random.nextBoolean() ? 'a' : 'b');
    }
    return identifier.toString();
  }

  /** Sets overrides with these patterns until the namespace has as many as allowed. */
  static Attack.Preparation of(LongFunction<String> pattern) {
    return target -> {
      try (LoadConnection loadConnection = new LoadConnection(target.port(), TIMEOUT_MILLIS)) {
        String unused = loadConnection.ask(target
            .post("limit")
            .request(AttackBodies.check(NAMESPACE, "first", AttackBodies.Terms.USUAL)));
        set(loadConnection, target, pattern);
      }
    };
  }

  private static void set(
      LoadConnection loadConnection, Target target, LongFunction<String> pattern)
      throws IOException {
    RequestTemplate requestTemplate = target.post("setOverride");
    for (int i = 0; i < MOST; i++) {
      LoadConnection.LoadReply loadReply = loadConnection.send(
          requestTemplate.request(AttackBodies.override(NAMESPACE, pattern.apply(i))));
      if (loadReply.status() == FULL) {
        return;
      }
      if (loadReply.status() != OK) {
        throw new IOException("setOverride: " + loadReply);
      }
    }
  }
}
