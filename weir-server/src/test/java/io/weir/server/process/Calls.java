// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.Json;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import io.weir.testkit.servers.weir.Ended;
import io.weir.testkit.servers.weir.Launch;
import io.weir.testkit.servers.weir.ServerProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What tests ask of a server, with a window so long that hardly any test sees its end. */
public final class Calls {
  private static final long DAY = 86_400_000;

  private Calls() {}

  /** A client of this server with this key. */
  public static Wire wire(ServerProcess server, String key) {
    return new Wire(server.port(), key);
  }

  /** What somebody without a key sees there. */
  public static Reply look(ServerProcess server, String path) {
    return Reply.of(new Wire(server.port(), null).get(path));
  }

  /** Asks to spend one of a limit, of an identifier in a namespace: {@code lines/you}. */
  public static String limitBody(String subject, long limit) {
    return body(subject, "limit", limit, "duration", DAY);
  }

  /** Spends one. */
  public static Reply limit(Wire wire, String subject, long limit) {
    return spend(wire, subject, limit, 1);
  }

  /** Spends this much, or looks if it is nothing. */
  public static Reply spend(Wire wire, String subject, long limit, long cost) {
    return whole(wire, "limit", body(subject, "limit", limit, "duration", DAY, "cost", cost));
  }

  /** What was spent of a limit. */
  public static long spent(Wire wire, String subject, long limit) {
    return limit - spend(wire, subject, limit, 0).number("remaining");
  }

  /** Gives somebody another limit. */
  public static Reply setOverride(Wire wire, String subject, long limit) {
    return whole(wire, "setOverride", body(subject, "limit", limit, "duration", DAY));
  }

  /** The limit that somebody was given; null if none was, or if there is no namespace. */
  public static @Nullable Object overrideOf(Wire wire, String subject) {
    Reply reply = whole(wire, "getOverride", body(subject));
    return reply.status() == 200 ? reply.data().get("limit") : null;
  }

  private static String body(String subject, Object... more) {
    String[] names = subject.split("/", 2);
    List<Object> all = new ArrayList<>(List.of("namespace", names[0], "identifier", names[1]));
    all.addAll(List.of(more));
    return Json.object(all.toArray());
  }

  /** A complete answer. */
  public static Reply whole(Wire wire, String operation, String body) {
    return Reply.of(wire.post(operation, body)).whole();
  }

  /**
   * A root key that was made by a command.
   *
   * @param plain what to send
   * @param id what to call it
   */
  public record Key(String plain, String id) {}

  /**
   * Makes a key by the command.
   *
   * @param place where: {@code --data} or {@code --mysql}, and its value
   */
  public static Key createKey(String... place) {
    Ended made = ServerProcess.run(Launch.of("keys", "create", "--json").with(place));
    assertThat(made.exit()).as(made.errors()).isZero();
    Map<String, @Nullable Object> key = Json.parse(made.out());
    return new Key(String.valueOf(key.get("key")), String.valueOf(key.get("id")));
  }
}
