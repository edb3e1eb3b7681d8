// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation.catalog;

import io.weir.benchmarks.isolation.attack.Attack;
import io.weir.benchmarks.isolation.attack.Target;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Attacks by clients without a valid key. */
final class UnauthenticatedAttacks {
  private static final int FIELDS = 200_000;
  private static final int IDLE = 2_000;
  private static final int SLOW = 400;
  private static final int ATTACKERS = 2;

  private static final String UNKNOWN = "weir_unknown";

  private UnauthenticatedAttacks() {}

  static List<Attack> all() {
    return List.of(
        Attack.of("big-bodies", 16, 20, target -> {
          byte[] request =
              target.post("limit", UNKNOWN).request(AttackBodies.collidingFields(FIELDS));
          return RequestAttacker.of((unused, number) -> request).apply(target);
        }),
        Attack.of(
            "slow-requests",
            ATTACKERS,
            100,
            target -> new HeldConnections(
                target.port(), SLOW / ATTACKERS, number -> slow(target, number))),
        Attack.of(
            "idle-connections",
            ATTACKERS,
            500,
            target -> new HeldConnections(target.port(), IDLE / ATTACKERS, number -> "")),
        Attack.of("garbage-http", ATTACKERS, 100, target -> new GarbageAttacker(target.port())),
        Attack.of(
            "unknown-keys",
            ATTACKERS,
            500,
            RequestAttacker.of((target, number) -> target
                .post("limit", UNKNOWN + "_" + number)
                .request(AttackBodies.check("unknown", "u" + number, AttackBodies.Terms.USUAL)))),
        Attack.of(
            "public-pages", ATTACKERS, 100, RequestAttacker.of(UnauthenticatedAttacks::page)));
  }

  /**
   * One third stops within the head, one third sends a body byte by byte, and one third never completes its chunked
   * body.
   */
  private static String slow(Target target, long number) {
    String head = target.post("limit", UNKNOWN).head(1_000_000);
    return switch ((int) (number % 3)) {
      case 0 -> head.substring(0, head.length() / 2);
      case 1 -> head + "{";
      default ->
        head.replaceFirst("Content-Length: \\d+", "Transfer-Encoding: chunked") + "1000\r\n";
    };
  }

  private static byte[] page(Target target, long number) {
    String path = number % 2 == 0 ? "/metrics" : "/openapi.json";
    return ("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + target.port() + "\r\n\r\n")
        .getBytes(StandardCharsets.US_ASCII);
  }
}
