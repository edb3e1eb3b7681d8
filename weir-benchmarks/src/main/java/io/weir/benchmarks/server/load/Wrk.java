// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server.load;

import io.weir.benchmarks.server.site.MeasuredServer;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Generates HTTP/1.1 load with wrk.
 *
 * @param program the path of wrk
 * @param folder a folder for the script
 */
public record Wrk(Path program, Path folder) implements LoadGenerator {
  private static final int CONNECTIONS = 64;

  private static final Pattern REQUESTS = Pattern.compile("(\\d+) requests in");
  private static final Pattern REFUSED = Pattern.compile("Non-2xx or 3xx responses: (\\d+)");
  private static final Pattern BROKEN =
      Pattern.compile("Socket errors: connect (\\d+), read (\\d+), write (\\d+), timeout (\\d+)");

  /** Builds all requests in advance, so that generating the load costs as little as possible. */
  private static final String SCRIPT = """
      wrk.method = "POST"
      wrk.headers["Content-Type"] = "application/json"
      wrk.headers["Authorization"] = "Bearer %1$s"
      local requests = {}
      local at = 0
      init = function(arguments)
        for i = 1, %2$d do
          requests[i] = wrk.format(nil, nil, nil, (string.gsub('%3$s', "%4$s", i)))
        end
      end
      request = function()
        at = at %% %2$d + 1
        return requests[at]
      end
      """;

  @Override
  public LoadResult run(MeasuredServer measuredServer, LoadQuestion loadQuestion, int seconds) {
    Path script = LoadGenerator.write(
        folder.resolve("wrk.lua"),
        SCRIPT.formatted(
            measuredServer.key(),
            loadQuestion.identifiers(),
            loadQuestion.template(),
            LoadQuestion.IDENTIFIER));
    return parse(LoadGenerator.output(List.of(
        program.toString(),
        "-t1",
        "-c" + CONNECTIONS,
        "-d" + seconds + "s",
        "-s",
        script.toString(),
        "http://127.0.0.1:" + measuredServer.port() + loadQuestion.path())));
  }

  static LoadResult parse(String text) {
    long refused = LoadGenerator.number(REFUSED, text);
    return new LoadResult(
        LoadGenerator.number(REQUESTS, text) - refused,
        refused + LoadGenerator.number(BROKEN, text));
  }
}
