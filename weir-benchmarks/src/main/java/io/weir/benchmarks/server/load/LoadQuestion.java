// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server.load;

import io.weir.benchmarks.server.site.MeasuredServer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What is asked of a server, again and again.
 *
 * @param path of the operation
 * @param template the body, in which {@value #IDENTIFIER} stands for the number of an identifier
 * @param identifiers how many there are
 * @param checks how many checks a request is
 */
public record LoadQuestion(String path, String template, int identifiers, int checks) {
  static final String IDENTIFIER = "NUMBER";

  /** Never reached, and of the same number of digits in every answer. */
  private static final long LIMIT = 900_000_000_000L;

  /** One check per request, of so many identifiers in turn. */
  public static LoadQuestion limit(int identifiers) {
    return new LoadQuestion(
        "/v2/ratelimit.limit", check(60_000, "user-" + IDENTIFIER), identifiers, 1);
  }

  /** The same with windows of an hour, which a server stores. */
  public static LoadQuestion hourly(int identifiers) {
    return new LoadQuestion(
        "/v2/ratelimit.limit", check(3_600_000, "user-" + IDENTIFIER), identifiers, 1);
  }

  /** Batches of so many different identifiers, the same ones in every request. */
  public static LoadQuestion multiLimit(int checks) {
    return new LoadQuestion("/v2/ratelimit.multiLimit", batch(checks, 60_000), 1, checks);
  }

  /** Batches of so many identifiers that no other request asks about, which a server must remember for long. */
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

  /** How it is asked at this server. */
  public RequestTemplate post(MeasuredServer measuredServer) {
    return new RequestTemplate(measuredServer.port(), path, measuredServer.key());
  }

  /** The body about this identifier. */
  public String body(int identifier) {
    return template.replace(IDENTIFIER, Integer.toString(identifier));
  }
}
