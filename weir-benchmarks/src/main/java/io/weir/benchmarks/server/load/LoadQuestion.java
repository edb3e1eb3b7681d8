// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server.load;

import io.weir.benchmarks.server.site.MeasuredServer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The requests of a load.
 *
 * @param path of the operation
 * @param template the body, in which {@value #IDENTIFIER} stands for the number of an identifier
 * @param identifiers the number of identifiers
 * @param checks the number of checks per request
 */
public record LoadQuestion(String path, String template, int identifiers, int checks) {
  static final String IDENTIFIER = "NUMBER";

  /** Never reached, and every remaining count has the same number of digits. */
  private static final long LIMIT = 900_000_000_000L;

  /** One check per request, with this many identifiers in turn. */
  public static LoadQuestion limit(int identifiers) {
    return new LoadQuestion(
        "/v2/ratelimit.limit", check(60_000, "user-" + IDENTIFIER), identifiers, 1);
  }

  /** As {@link #limit}, with windows of an hour, which a server stores. */
  public static LoadQuestion hourly(int identifiers) {
    return new LoadQuestion(
        "/v2/ratelimit.limit", check(3_600_000, "user-" + IDENTIFIER), identifiers, 1);
  }

  /** Batches of this many different identifiers, the same ones in every request. */
  public static LoadQuestion multiLimit(int checks) {
    return new LoadQuestion("/v2/ratelimit.multiLimit", batch(checks, 60_000), 1, checks);
  }

  /** Batches of identifiers that occur in no other request and have windows of a day, so the server must keep them. */
  public static LoadQuestion newcomers(int checks) {
    return new LoadQuestion(
        "/v2/ratelimit.multiLimit", batch(checks, 86_400_000), Integer.MAX_VALUE, checks);
  }

  private static String batch(int checks, long durationMillis) {
    return IntStream.range(0, checks)
        .mapToObj(i -> check(durationMillis, "user-" + IDENTIFIER + "-" + i))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static String check(long durationMillis, String identifier) {
    return "{\"namespace\":\"bench\",\"identifier\":\"" + identifier + "\",\"limit\":" + LIMIT
        + ",\"duration\":" + durationMillis + "}";
  }

  /** The request template for this server. */
  public RequestTemplate post(MeasuredServer measuredServer) {
    return new RequestTemplate(measuredServer.port(), path, measuredServer.key());
  }

  /** The body for this identifier. */
  public String body(int identifier) {
    return template.replace(IDENTIFIER, Integer.toString(identifier));
  }
}
