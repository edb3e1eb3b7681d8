// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import org.junit.jupiter.api.Test;

class ForkTest {
  /** Runs in the other JVM. */
  static final class Probe {
    public static void main(String[] args) {
      if (args[0].equals("fail")) {
        System.exit(3);
      }
      System.out.println("# a word of greeting");
      System.out.println("size=" + args[0]);
      System.out.println("heap.mb=" + Runtime.getRuntime().maxMemory() / (1 << 20));
    }
  }

  @Test
  void figuresPrintedByTheOtherJvmAreReturned() {
    assertThat(ForkedProbe.run(Probe.class, List.of("-Xmx64m", "-XX:+UseSerialGC"), "12.5"))
        .contains(entry("size", 12.5))
        .hasEntrySatisfying("heap.mb", mb -> assertThat(mb).isBetween(50.0, 64.0))
        .hasSize(2);
  }

  @Test
  void aFailedJvmReturnsNoFigures() {
    assertThat(ForkedProbe.run(Probe.class, List.of(), "fail")).isEmpty();
  }

  @Test
  void numbersInAnyNotationAreFigures() {
    assertThat(ForkedProbe.figures("a=1\nb.c=2.5E9\nnoise = 3\n=4\n"))
        .containsExactly(entry("a", 1.0), entry("b.c", 2.5e9));
  }
}
