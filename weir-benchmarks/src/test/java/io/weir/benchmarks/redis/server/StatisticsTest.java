// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

class StatisticsTest {
  private static final String EARLIER = info("""
      cmdstat_evalsha:calls=10,usec=222,usec_per_call=22.20,rejected_calls=0,failed_calls=0
      cmdstat_config|set:calls=1,usec=8,usec_per_call=8.00,rejected_calls=0,failed_calls=0
      cmdstat_info:calls=3,usec=254,usec_per_call=84.67,rejected_calls=0,failed_calls=0
      """, "14", "0.250000");

  private static final String LATER = info("""
      cmdstat_evalsha:calls=15,usec=300,usec_per_call=20.00,rejected_calls=0,failed_calls=0
      cmdstat_hset:calls=7,usec=9,usec_per_call=1.20,rejected_calls=0,failed_calls=0
      cmdstat_config|set:calls=1,usec=8,usec_per_call=8.00,rejected_calls=0,failed_calls=0
      cmdstat_info:calls=5,usec=300,usec_per_call=60.00,rejected_calls=0,failed_calls=0
      """, "28", "0.750000");

  @Test
  void callsProcessorTimeAndMemoryAreReadFromInfo() {
    RedisStatistics read = RedisStatistics.parse(EARLIER);

    assertThat(read.calls()).isEqualTo(Map.of("evalsha", 10L, "config|set", 1L, "info", 3L));
    assertThat(read.processed()).isEqualTo(14);
    assertThat(read.cpuMicros()).isCloseTo(350_000, within(0.001));
    assertThat(read.usedBytes()).isEqualTo(1_160_000);
  }

  @Test
  void theDifferenceOmitsUncalledCommandsAndItsOwnInfoCall() {
    RedisStatistics between = RedisStatistics.parse(LATER).since(RedisStatistics.parse(EARLIER));

    assertThat(between.calls()).isEqualTo(Map.of("evalsha", 5L, "hset", 7L, "info", 1L));
    assertThat(between.allCalls()).isEqualTo(13);
    assertThat(between.processed()).isEqualTo(13);
    assertThat(between.cpuMicros()).isCloseTo(500_000, within(0.001));
    assertThat(between.usedBytes()).isZero();
  }

  @Test
  void aMissingFieldIsNamed() {
    assertThatThrownBy(() -> RedisStatistics.parse("# CPU\r\nused_cpu_sys:0.1\r\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("total_commands_processed");
  }

  private static String info(String commands, String processed, String user) {
    String text = "# Stats\ntotal_commands_processed:" + processed + "\n"
        + "# Memory\nused_memory:1163728\nused_memory_human:1.11M\nmem_clients_normal:3728\nused_memory_peak_perc:98.61%\n"
        + "# CPU\nused_cpu_sys:0.100000\nused_cpu_user:" + user + "\nused_cpu_user_children:9.5\n"
        + "# Server\nredis_version:7.0.15\n# Commandstats\n" + commands;
    return text.replace("\n", "\r\n");
  }
}
