// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GeneratorTest {
  @Test
  void wrkErrorsAndBrokenConnectionsCountAsFailed() {
    String good = "  12345 requests in 2.01s, 3.21MB read";
    String bad = """
          100 requests in 2.01s, 3.21MB read
          Socket errors: connect 1, read 2, write 3, timeout 4
          Non-2xx or 3xx responses: 30
        Requests/sec: 50
        """;

    assertThat(Wrk.parse(good)).isEqualTo(new LoadResult(12_345, 0));
    assertThat(Wrk.parse(bad)).isEqualTo(new LoadResult(70, 40));
  }

  @Test
  void h2loadErrorsCountAsFailed() {
    String text = """
        requests: 999 total, 999 started, 990 done, 980 succeeded, 10 failed, 0 errored, 0 timeout
        status codes: 980 2xx, 1 3xx, 2 4xx, 7 5xx
        """;

    assertThat(H2load.parse(text)).isEqualTo(new LoadResult(980, 10));
  }

  @Test
  void aBatchHasAsManyIdentifiersAsChecks() {
    LoadQuestion two = LoadQuestion.newcomers(2);

    assertThat(two.body(7))
        .startsWith("[{")
        .contains("\"user-7-0\"", "\"user-7-1\"")
        .doesNotContain("NUMBER");
    assertThat(two.body(8)).contains("\"user-8-0\"").doesNotContain("user-7");
    assertThat(LoadQuestion.limit(3).body(2)).contains("\"user-2\"").doesNotContain("[");
  }
}
