// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.Json;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What tests ask of a server, with a window so long that hardly any test sees its end. */
final class Calls {
  static final long DAY = 86_400_000;

  private Calls() {}

  static String limitBody(String namespace, String identifier, long limit) {
    return Json.object(
        "namespace", namespace, "identifier", identifier, "limit", limit, "duration", DAY);
  }

  /** Spends one. */
  static Reply limit(Wire wire, String namespace, String identifier, long limit) {
    return spend(wire, namespace, identifier, limit, 1);
  }

  /** Spends this much, or looks if it is nothing. */
  static Reply spend(Wire wire, String namespace, String identifier, long limit, long cost) {
    return whole(
        wire,
        "limit",
        Json.object(
            "namespace", namespace,
            "identifier", identifier,
            "limit", limit,
            "duration", DAY,
            "cost", cost));
  }

  static Reply setOverride(Wire wire, String namespace, String identifier, long limit) {
    return whole(
        wire,
        "setOverride",
        Json.object(
            "namespace", namespace, "identifier", identifier, "limit", limit, "duration", DAY));
  }

  /** The limit of an override; null if there is none, or no namespace. */
  static @Nullable Object overrideOf(Wire wire, String namespace, String identifier) {
    Reply reply =
        whole(wire, "getOverride", Json.object("namespace", namespace, "identifier", identifier));
    return reply.status() == 200 ? reply.data().get("limit") : null;
  }

  static Reply whole(Wire wire, String operation, String body) {
    return Reply.of(wire.post(operation, body)).whole();
  }

  /** Makes a key by the command, beside the server that has the folder. */
  static String createKey(Path data) {
    return created("--data", data.toString());
  }

  /** Makes a key by the command, in the database. */
  static String createKeyIn(String mysql) {
    return created("--mysql", mysql);
  }

  private static String created(String flag, String value) {
    Ended made = ServerProcess.run(Launch.of("keys", "create", flag, value));
    assertThat(made.exit()).as(made.errors()).isZero();
    return made.out()
        .lines()
        .filter(line -> line.startsWith("key"))
        .map(line -> line.substring(line.lastIndexOf(' ') + 1))
        .findFirst()
        .orElseThrow(() -> new AssertionError(made.out()));
  }
}
