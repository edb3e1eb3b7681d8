// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server.site;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UsageTest {
  @Test
  void processorTimeIsUserPlusKernelTime() {
    String stat = "42 (a ) b) S 1 42 42 0 -1 4194560 900 0 7 0 123 77 5 6 20 0 21 0 99 1000 50 1";

    assertThat(ProcessUsage.cpuMillis(stat)).isEqualTo(2_000);
  }

  @Test
  void residentMemoryIsInKilobytesOf1024() {
    assertThat(ProcessUsage.residentBytes("Name:\tjava\nVmHWM:\t  900 kB\nVmRSS:\t  100 kB\n"))
        .isEqualTo(102_400);
    assertThat(ProcessUsage.residentBytes("Name:\tkthreadd\n")).isZero();
  }
}
