// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis.contender;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class KindTest {
  @Test
  void weirSentItsScriptsAndTheReadsOutsideScripts() {
    // Two publishes of 40 cells in total, a heartbeat, and 6 reads.
    Map<String, Long> calls =
        Map.of("evalsha", 3L, "hgetall", 46L, "hset", 40L, "pexpire", 12L, "zcard", 1L);

    assertThat(RedisContenderKind.WEIR.sent(calls)).isEqualTo(9);
  }

  @Test
  void bucket4jSentAReadAndAScriptPerAttempt() {
    // Two new buckets, and 8 swaps, 3 of which failed.
    Map<String, Long> calls = Map.of("eval", 10L, "get", 18L, "set", 2L, "psetex", 5L);

    assertThat(RedisContenderKind.BUCKET4J.sent(calls)).isEqualTo(20);
  }

  @Test
  void otherContendersSentOnlyTheirScripts() {
    Map<String, Long> calls = Map.of("evalsha", 7L, "eval", 1L, "get", 14L, "set", 14L);

    assertThat(RedisContenderKind.REDISSON.sent(calls)).isEqualTo(8);
    assertThat(RedisContenderKind.LUA.sent(calls)).isEqualTo(8);
  }
}
