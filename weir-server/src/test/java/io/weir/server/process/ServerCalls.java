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

/** The requests that tests send to a server, with a window so long that hardly any test sees its end. */
public final class ServerCalls {
  private static final long DAY = 86_400_000;

  private ServerCalls() {}

  /** Returns a client of this server with this key. */
  public static RawHttpClient wire(WeirProcess server, String key) {
    return new RawHttpClient(server.port(), key);
  }

  /** Reads a path of the server without a key. */
  public static ApiReply look(WeirProcess server, String path) {
    return ApiReply.of(new RawHttpClient(server.port(), null).get(path));
  }

  /** Returns the body of a check with cost 1, for an identifier in a namespace: {@code lines/you}. */
  public static String limitBody(String subject, long limit) {
    return body(subject, "limit", limit, "duration", DAY);
  }

  /** Spends one unit. */
  public static ApiReply limit(RawHttpClient rawHttpClient, String subject, long limit) {
    return spend(rawHttpClient, subject, limit, 1);
  }

  /** Spends this many units; with cost 0, only looks. */
  public static ApiReply spend(RawHttpClient rawHttpClient, String subject, long limit, long cost) {
    return whole(
        rawHttpClient, "limit", body(subject, "limit", limit, "duration", DAY, "cost", cost));
  }

  /** Returns how much of a limit was spent. */
  public static long spent(RawHttpClient rawHttpClient, String subject, long limit) {
    return limit - spend(rawHttpClient, subject, limit, 0).number("remaining");
  }

  /** Sets an override for a subject. */
  public static ApiReply setOverride(RawHttpClient rawHttpClient, String subject, long limit) {
    return whole(rawHttpClient, "setOverride", body(subject, "limit", limit, "duration", DAY));
  }

  /** Returns the limit of a subject's override; null if there is none, or no namespace. */
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

  /** Sends a request and returns its complete response. */
  public static ApiReply whole(RawHttpClient rawHttpClient, String operation, String body) {
    return ApiReply.of(rawHttpClient.post(operation, body)).whole();
  }

  /**
   * A root key that was created by a command.
   *
   * @param plain the key itself
   * @param id its id
   */
  public record Key(String plain, String id) {}

  /**
   * Creates a key with the command.
   *
   * @param place the database: {@code --data} or {@code --mysql}, and its value
   */
  public static Key createKey(String... place) {
    ProcessResult created =
        WeirProcess.run(WeirCommandLine.of("keys", "create", "--json").with(place));
    assertThat(created.exit()).as(created.errors()).isZero();
    Map<String, @Nullable Object> key = TestJson.parse(created.out());
    return new Key(String.valueOf(key.get("key")), String.valueOf(key.get("id")));
  }
}
