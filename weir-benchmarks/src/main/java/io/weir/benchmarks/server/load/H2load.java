// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server.load;

import io.weir.benchmarks.server.site.MeasuredServer;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Generates HTTP/2 load in clear text with h2load, for one identifier, because h2load always sends the same body.
 *
 * @param program the path of h2load
 * @param folder a folder for the request body
 */
public record H2load(Path program, Path folder) implements LoadGenerator {
  private static final int CONNECTIONS = 8;
  private static final int STREAMS = 32;

  private static final Pattern ANSWERED = Pattern.compile("status codes: (\\d+) 2xx");
  private static final Pattern REFUSED = Pattern.compile("(\\d+) 3xx, (\\d+) 4xx, (\\d+) 5xx");

  @Override
  public LoadResult run(MeasuredServer measuredServer, LoadQuestion loadQuestion, int seconds) {
    Path body = LoadGenerator.write(folder.resolve("body.json"), loadQuestion.body(1));
    return parse(LoadGenerator.output(List.of(
        program.toString(),
        "-t1",
        "-c" + CONNECTIONS,
        "-m" + STREAMS,
        "-D" + seconds,
        "-d",
        body.toString(),
        "-H",
        "content-type: application/json",
        "-H",
        "authorization: Bearer " + measuredServer.key(),
        "http://127.0.0.1:" + measuredServer.http2Port() + loadQuestion.path())));
  }

  static LoadResult parse(String text) {
    return new LoadResult(
        LoadGenerator.number(ANSWERED, text), LoadGenerator.number(REFUSED, text));
  }
}
