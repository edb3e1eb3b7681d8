// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.TestJson;
import io.weir.testkit.servers.weir.ProcessResult;
import io.weir.testkit.servers.weir.WeirCommandLine;
import io.weir.testkit.servers.weir.WeirProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What tests ask of a server, with a window so long that hardly any test sees its end. */
public final class ServerCalls {
  private static final long DAY = 86_400_000;

  private ServerCalls() {}

  /** A client of this server with this key. */
  public static RawHttpClient wire(WeirProcess server, String key) {
    return new RawHttpClient(server.port(), key);
  }

  /** What somebody without a key sees there. */
  public static ApiReply look(WeirProcess server, String path) {
    return ApiReply.of(new RawHttpClient(server.port(), null).get(path));
  }

  /** Asks to spend one of a limit, of an identifier in a namespace: {@code lines/you}. */
  public static String limitBody(String subject, long limit) {
    return body(subject, "limit", limit, "duration", DAY);
  }

  /** Spends one. */
  public static ApiReply limit(RawHttpClient rawHttpClient, String subject, long limit) {
    return spend(rawHttpClient, subject, limit, 1);
  }

  /** Spends this much, or looks if it is nothing. */
  public static ApiReply spend(RawHttpClient rawHttpClient, String subject, long limit, long cost) {
    return whole(
        rawHttpClient, "limit", body(subject, "limit", limit, "duration", DAY, "cost", cost));
  }

  /** What was spent of a limit. */
  public static long spent(RawHttpClient rawHttpClient, String subject, long limit) {
    return limit - spend(rawHttpClient, subject, limit, 0).number("remaining");
  }

  /** Gives somebody another limit. */
  public static ApiReply setOverride(RawHttpClient rawHttpClient, String subject, long limit) {
    return whole(rawHttpClient, "setOverride", body(subject, "limit", limit, "duration", DAY));
  }

  /** The limit that somebody was given; null if none was, or if there is no namespace. */
  public static @Nullable Object overrideOf(RawHttpClient rawHttpClient, String subject) {
    ApiReply apiReply = whole(rawHttpClient, "getOverride", body(subject));
    return apiReply.status() == 200 ? apiReply.data().get("limit") : null;
  }

  private static String body(String subject, Object... more) {
    String[] names = subject.split("/", 2);
    List<Object> all = new ArrayList<>(List.of("namespace", names[0], "identifier", names[1]));
    all.addAll(List.of(more));
    return TestJson.object(all.toArray());
  }

  /** A complete answer. */
  public static ApiReply whole(RawHttpClient rawHttpClient, String operation, String body) {
    return ApiReply.of(rawHttpClient.post(operation, body)).whole();
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
    ProcessResult made =
        WeirProcess.run(WeirCommandLine.of("keys", "create", "--json").with(place));
    assertThat(made.exit()).as(made.errors()).isZero();
    Map<String, @Nullable Object> key = TestJson.parse(made.out());
    return new Key(String.valueOf(key.get("key")), String.valueOf(key.get("id")));
  }
}
