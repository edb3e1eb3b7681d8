// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation.catalog;

import io.weir.benchmarks.isolation.attack.Attack;
import io.weir.benchmarks.isolation.attack.Target;
import io.weir.benchmarks.server.load.LoadConnection;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/** Attacks with a valid key of another workspace. */
final class WorkspaceAttacks {
  private static final int ATTACKERS = 2;
  private static final String MANY = "multiLimit";

  /** About as many colliding names as fit into the largest body that is allowed by default. */
  private static final int ALLOWED_FIELDS = 50_000;

  private static final int REFUSED_FIELDS = 200_000;
  /** The number of connections whose bodies never end. */
  private static final int HELD = 40;

  /** The announced length of a body: just below the default maximum. Only {@code UNFINISHED} is sent of it. */
  private static final int HELD_BYTES = 2_090_000;

  private static final String UNFINISHED = " ".repeat(2_000_000);

  private static final int TIMEOUT_MILLIS = 20_000;

  /** Shorter than a minute: such counts are kept only in memory. */
  private static final long SHORT_WINDOW = 50_000;

  private static final long HUGE = 1_000_000;

  /** The number of requests per identifier. The second one is refused. */
  private static final int LOOKS = 50;

  private WorkspaceAttacks() {}

  static List<Attack> all() {
    return Stream.of(slow(), floods(), holds()).flatMap(List::stream).toList();
  }

  /** Requests that are slow to parse or to decide. */
  private static List<Attack> slow() {
    return List.of(
        wildcards("wildcards", WildcardOverrides::longPattern, AttackBodies::longIdentifier),
        wildcards(
            "many-stars", WildcardOverrides::starredPattern, WildcardOverrides::randomIdentifier),
        Attack.of("pattern-changes", ATTACKERS, 20, RequestAttacker.of(WorkspaceAttacks::change))
            .after(WildcardOverrides.of(WildcardOverrides::longPattern)),
        Attack.of("colliding-fields", ATTACKERS, 10, target -> {
          byte[] allowed = target.post(MANY).request(AttackBodies.collidingFields(ALLOWED_FIELDS));
          byte[] refused = target.post(MANY).request(AttackBodies.collidingFields(REFUSED_FIELDS));
          return RequestAttacker.of((unused, number) -> number % 4 == 0 ? refused : allowed)
              .apply(target);
        }));
  }

  /** New data in every request, until the workspace has used up its budget. */
  private static List<Attack> floods() {
    return List.of(
        batches("long-identifiers", 40, i -> usual("flood", AttackBodies.heavyIdentifier(i))),
        batches("short-identifiers", 100, i -> usual("flood", "u" + i)),
        batches("new-namespaces", 20, i -> usual("flood-" + i, "u")),
        batches(
            "many-durations",
            40,
            i -> AttackBodies.check(
                "flood", "u", new AttackBodies.Terms(5, AttackBodies.DAY + i, 1))),
        Attack.of(
                "override-flood",
                ATTACKERS,
                200,
                RequestAttacker.of((target, number) -> target
                    .post("setOverride")
                    .request(AttackBodies.override("flood", AttackBodies.heavyIdentifier(number)))))
            .after(target -> {
              try (LoadConnection loadConnection =
                  new LoadConnection(target.port(), TIMEOUT_MILLIS)) {
                String unused =
                    loadConnection.ask(target.post("limit").request(usual("flood", "first")));
              }
            }),
        Attack.of("eviction", ATTACKERS, 80, RequestAttacker.of(WorkspaceAttacks::inflated)));
  }

  /** Requests and answers that never end, and identifiers that always need a read. */
  private static List<Attack> holds() {
    return List.of(
        Attack.of(
            "held-bodies",
            ATTACKERS,
            8,
            target -> new HeldConnections(
                target.port(),
                HELD / ATTACKERS,
                number -> target.post(MANY).head(HELD_BYTES) + UNFINISHED)),
        Attack.of("unread-answers", ATTACKERS, 40, UnreadAnswers::new),
        Attack.of("strict-looks", ATTACKERS, 300, RequestAttacker.of(WorkspaceAttacks::strict))
            .withRedis());
  }

  private static Attack wildcards(
      String name, LongFunction<String> pattern, LongFunction<String> identifier) {
    LongFunction<String> check = i -> usual(WildcardOverrides.NAMESPACE, identifier.apply(i));
    return batches(name, 10, check).after(WildcardOverrides.of(pattern));
  }

  private static Attack batches(String name, int perSecond, LongFunction<String> check) {
    return Attack.of(
        name,
        ATTACKERS,
        perSecond,
        RequestAttacker.of(
            (target, number) -> target.post(MANY).request(AttackBodies.batch(number, check))));
  }

  private static String usual(String namespace, String identifier) {
    return AttackBodies.check(namespace, identifier, AttackBodies.Terms.USUAL);
  }

  /** Deletes a pattern and sets it again: the server recompiles all patterns of the namespace each time. */
  private static byte[] change(Target target, long number) {
    String pattern = WildcardOverrides.longPattern(number / 2 % 100);
    return number % 2 == 0
        ? target
            .post("deleteOverride")
            .request(AttackBodies.overrideName(WildcardOverrides.NAMESPACE, pattern))
        : target
            .post("setOverride")
            .request(AttackBodies.override(WildcardOverrides.NAMESPACE, pattern));
  }

  /**
   * Spends a huge limit at once, then looks with the smallest limit: the identifier seems to be far over its limit.
   */
  private static byte[] inflated(Target target, long number) {
    AttackBodies.Terms terms = number % 2 == 0
        ? new AttackBodies.Terms(HUGE, SHORT_WINDOW, HUGE)
        : new AttackBodies.Terms(1, SHORT_WINDOW, 0);
    return target
        .post(MANY)
        .request(AttackBodies.batch(
            number / 2, i -> AttackBodies.check("flood", AttackBodies.heavyIdentifier(i), terms)));
  }

  /** A refused check of the whole limit makes an identifier strict; looks and small checks follow. */
  private static byte[] strict(Target target, long number) {
    long cost = switch ((int) (number % LOOKS)) {
      case 0 -> 1;
      case 1 -> HUGE;
      default -> number % 2;
    };
    AttackBodies.Terms terms = new AttackBodies.Terms(HUGE, AttackBodies.DAY, cost);
    return target.post("limit").request(AttackBodies.check("strict", "u" + number / LOOKS, terms));
  }
}
