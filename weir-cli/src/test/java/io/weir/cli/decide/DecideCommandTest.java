// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.CommandRun;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class DecideCommandTest {

  @Test
  void anAllowedCheckReportsTheRemainingUnits() {
    assertThat(CommandRun.tenPerMinute("{\"t\":1700000000000,\"identifier\":\"a\",\"cost\":3}"))
        .isEqualTo(new CommandRun(
            0,
            "{\"allowed\":true,\"limit\":10,\"remaining\":7,\"reset\":1700000040000,\"retryAfter\":0}\n",
            ""));
  }

  @Test
  void aRefusedCheckReportsTheUnchangedHeadroomAndTheWaitFromT() {
    CommandRun commandRun = CommandRun.tenPerMinute(
        "{\"t\":60000,\"identifier\":\"a\",\"cost\":8}",
        "{\"t\":61000,\"identifier\":\"a\",\"cost\":3}");

    assertThat(commandRun.lines().get(1))
        .isEqualTo(
            "{\"allowed\":false,\"limit\":10,\"remaining\":2,\"reset\":120000,\"retryAfter\":59001}");
    assertThat(commandRun.exit()).isZero();
  }

  @Test
  void retryAfterIsNullWhenTheCostExceedsTheLimit() {
    assertThat(CommandRun.tenPerMinute("{\"t\":0,\"identifier\":\"a\",\"cost\":11}")
            .out())
        .isEqualTo(
            "{\"allowed\":false,\"limit\":10,\"remaining\":10,\"reset\":60000,\"retryAfter\":null}\n");
  }

  @Test
  void costIsOneUnlessGiven() {
    assertThat(CommandRun.tenPerMinute("{\"t\":0,\"identifier\":\"a\"}").out())
        .contains("\"remaining\":9,");
  }

  @Test
  void aLookCountsNothing() {
    CommandRun commandRun = CommandRun.tenPerMinute(
        "{\"t\":0,\"identifier\":\"a\",\"cost\":0}", "{\"t\":0,\"identifier\":\"a\",\"cost\":0}");

    assertThat(commandRun.lines())
        .containsOnly(
            "{\"allowed\":true,\"limit\":10,\"remaining\":10,\"reset\":60000,\"retryAfter\":0}");
  }

  @Test
  void aLineMaySpecifyItsOwnLimitAndSharesTheCounts() {
    CommandRun commandRun = CommandRun.tenPerMinute(
        "{\"t\":0,\"identifier\":\"a\",\"cost\":3}", "{\"t\":0,\"identifier\":\"a\",\"limit\":5}");

    assertThat(commandRun.lines().get(1)).contains("\"limit\":5,\"remaining\":1,");
  }

  @Test
  void aLineMaySpecifyItsOwnDurationAndIsCountedSeparately() {
    CommandRun commandRun = CommandRun.tenPerMinute(
        "{\"t\":0,\"identifier\":\"a\",\"cost\":3}",
        "{\"t\":0,\"identifier\":\"a\",\"duration\":\"5m\"}",
        "{\"t\":0,\"identifier\":\"a\",\"duration\":300000}");

    assertThat(commandRun.lines().get(1)).contains("\"remaining\":9,\"reset\":300000,");
    assertThat(commandRun.lines().get(2)).contains("\"remaining\":8,\"reset\":300000,");
  }

  @Test
  void optionsAreNotNeededIfEveryLineSpecifiesAllFields() {
    CommandRun commandRun =
        CommandRun.of("{\"t\":0,\"identifier\":\"a\",\"limit\":1,\"duration\":\"1s\"}", "decide");

    assertThat(commandRun.exit()).isZero();
    assertThat(commandRun.out()).contains("\"allowed\":true,\"limit\":1,");
  }

  @Test
  void theLargestNumbersAreKeptExact() {
    CommandRun commandRun = CommandRun.tenPerMinute(
        "{\"t\":9007199254740991,\"identifier\":\"a\",\"cost\":9223372036854775806,"
            + "\"limit\":9223372036854775807}");

    assertThat(commandRun.out())
        .isEqualTo(
            "{\"allowed\":true,\"limit\":9223372036854775807,\"remaining\":1,\"reset\":9007199254800000,"
                + "\"retryAfter\":0}\n");
  }

  @Test
  void identifiersMayContainAnyCharacterAndUpTo512() {
    String longest = "x".repeat(511) + "\\u0000";
    CommandRun commandRun = CommandRun.tenPerMinute(
        "{\"t\":0,\"identifier\":\"" + longest + "\"}",
        "{\"t\":0,\"identifier\":\"\u00e4\uD83D\uDE00\"}",
        "{\"t\":0,\"identifier\":\"\\u00e4\\ud83d\\ude00\"}");

    assertThat(commandRun.exit()).isZero();
    assertThat(commandRun.lines().get(1)).contains("\"remaining\":9,");
    assertThat(commandRun.lines().get(2)).contains("\"remaining\":8,");
  }

  @Nested
  class WhenTimeGoesBack {

    @Test
    void aLittleItCountsAtTheStartOfTheNewestWindow() {
      CommandRun commandRun = CommandRun.tenPerMinute(
          "{\"t\":120000,\"identifier\":\"a\",\"cost\":4}",
          "{\"t\":60001,\"identifier\":\"a\",\"cost\":4}");

      assertThat(commandRun.lines().get(1)).contains("\"remaining\":2,\"reset\":180000,");
    }

    @Test
    void farTheIdentifierStartsOver() {
      CommandRun commandRun = CommandRun.tenPerMinute(
          "{\"t\":120000,\"identifier\":\"a\",\"cost\":4}",
          "{\"t\":59999,\"identifier\":\"a\",\"cost\":4}");

      assertThat(commandRun.lines().get(1)).contains("\"remaining\":6,\"reset\":60000,");
    }
  }

  @Nested
  class InABatch {

    @Test
    void allAreCountedTogetherAndAnsweredInOrder() {
      CommandRun commandRun = CommandRun.tenPerMinute(
          "[{\"t\":0,\"identifier\":\"a\",\"cost\":2},{\"identifier\":\"b\",\"cost\":3},{\"identifier\":\"a\"}]",
          "{\"t\":0,\"identifier\":\"a\",\"cost\":0}");

      assertThat(commandRun.lines())
          .containsExactly(allowed(8), allowed(7), allowed(7), allowed(7));
    }

    @Test
    void noneIsCountedWhenOneDoesNotFit() {
      CommandRun commandRun = CommandRun.tenPerMinute(
          "[{\"t\":0,\"identifier\":\"a\",\"cost\":2},{\"identifier\":\"b\",\"cost\":11}]",
          "{\"t\":0,\"identifier\":\"a\",\"cost\":0}");

      assertThat(commandRun.lines().get(0)).isEqualTo(allowed(10));
      assertThat(commandRun.lines().get(1))
          .isEqualTo(
              "{\"allowed\":false,\"limit\":10,\"remaining\":10,\"reset\":60000,\"retryAfter\":null}");
      assertThat(commandRun.lines().get(2)).isEqualTo(allowed(10));
    }

    @Test
    void costsOfTheSameIdentifierAddUp() {
      CommandRun commandRun = CommandRun.tenPerMinute(
          "[{\"t\":0,\"identifier\":\"a\",\"cost\":6},{\"t\":0,\"identifier\":\"a\",\"cost\":5}]",
          "{\"t\":0,\"identifier\":\"a\",\"cost\":10}");

      assertThat(commandRun.lines().get(0)).isEqualTo(allowed(10));
      assertThat(commandRun.lines().get(1))
          .startsWith("{\"allowed\":false,\"limit\":10,\"remaining\":10,");
      assertThat(commandRun.lines().get(2)).isEqualTo(allowed(0));
    }

    @Test
    void limitsAndDurationsMayDiffer() {
      CommandRun commandRun = CommandRun.of(
          "[{\"t\":0,\"identifier\":\"a\",\"limit\":5,\"duration\":\"60s\"},"
              + "{\"identifier\":\"a\",\"limit\":7,\"duration\":\"1h\"}]",
          "decide");

      assertThat(commandRun.lines().get(0))
          .contains("\"limit\":5,\"remaining\":4,\"reset\":60000,");
      assertThat(commandRun.lines().get(1))
          .contains("\"limit\":7,\"remaining\":6,\"reset\":3600000,");
    }

    private static String allowed(int remaining) {
      return "{\"allowed\":true,\"limit\":10,\"remaining\":" + remaining
          + ",\"reset\":60000,\"retryAfter\":0}";
    }
  }

  @Test
  void explainAddsEveryInputAndTheSumInOneLine() {
    CommandRun commandRun = CommandRun.of(
        "{\"t\":0,\"identifier\":\"a\",\"cost\":8}\n{\"t\":75000,\"identifier\":\"a\",\"cost\":5}",
        "decide",
        "--limit=10",
        "--duration=60s",
        "--explain");

    assertThat(commandRun.lines().get(1))
        .isEqualTo(
            "{\"allowed\":false,\"limit\":10,\"remaining\":4,\"reset\":120000,\"retryAfter\":1,"
                + "\"explain\":{\"epochMillis\":75000,\"startMillis\":60000,\"durationMillis\":60000,"
                + "\"elapsedMillis\":15000,\"cost\":5,"
                + "\"current\":{\"own\":0,\"siblings\":0,\"foreign\":0,\"speculative\":0},"
                + "\"previous\":{\"own\":8,\"siblings\":0,\"foreign\":0,\"speculative\":0},"
                + "\"carried\":6,\"effective\":11,\"regionalAgeMillis\":null,\"foreignAgeMillis\":null,"
                + "\"text\":\"REFUSED: current 0 [own 0, siblings 0, foreign 0, speculative 0]"
                + " + carried 6 (45000/60000 of previous 8 [own 8, siblings 0, foreign 0, speculative 0])"
                + " + cost 5 = 11, above limit 10\"}}");
  }
}
