// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server.site;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class UsageTest {
  @Test
  @DisplayName("processor time is user and kernel time, whatever the program is called")
  void processorTime() {
    String stat = "42 (a ) b) S 1 42 42 0 -1 4194560 900 0 7 0 123 77 5 6 20 0 21 0 99 1000 50 1";

    assertThat(Usage.cpuMillis(stat)).isEqualTo(2_000);
  }

  @Test
  @DisplayName("resident memory is told in kilobytes of 1,024")
  void residentMemory() {
    assertThat(Usage.residentBytes("Name:\tjava\nVmHWM:\t  900 kB\nVmRSS:\t  100 kB\n"))
        .isEqualTo(102_400);
    assertThat(Usage.residentBytes("Name:\tkthreadd\n")).isZero();
  }
}
