// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArgumentsTest {
  @Test
  void aNameAloneSelectsTheFullMeasurement() throws Exception {
    assertThat(Arguments.parse("clock"))
        .isEqualTo(new Arguments("clock", false, false, Optional.empty(), Map.of()));
  }

  @Test
  void optionsMayStandOnEitherSideOfTheName() throws Exception {
    Arguments expected =
        new Arguments("memory", true, true, Optional.of(Path.of("rows.json")), Map.of());

    assertThat(Arguments.parse("--quick", "memory", "--verbose", "--json", "rows.json"))
        .isEqualTo(expected);
    assertThat(Arguments.parse("memory", "--json", "rows.json", "--quick", "--verbose"))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "-h"})
  void helpListsTheNamesRegardlessOfOtherArguments(String help) throws Exception {
    assertThat(Arguments.parse("clock", "--quick", help).suite()).isEmpty();
  }

  @Test
  void optionsOfOneSuiteAreKeptByName() throws Exception {
    assertThat(Arguments.parse("isolation", "--heap", "96m", "--seconds", "5").settings())
        .isEqualTo(Map.of("--heap", "96m", "--seconds", "5"));
  }

  @Test
  void noArgumentsListTheNames() throws Exception {
    assertThat(Arguments.parse().suite()).isEmpty();
  }

  @Test
  void anUnexpectedArgumentIsNamed() {
    assertThatThrownBy(() -> Arguments.parse("clock", "--quik"))
        .isInstanceOf(Arguments.Wrong.class)
        .hasMessage("unexpected argument: --quik");
    assertThatThrownBy(() -> Arguments.parse("clock", "memory"))
        .isInstanceOf(Arguments.Wrong.class)
        .hasMessage("unexpected argument: memory");
  }

  @Test
  void missingArgumentsAreNamed() {
    assertThatThrownBy(() -> Arguments.parse("clock", "--json"))
        .isInstanceOf(Arguments.Wrong.class)
        .hasMessage("--json needs a file");
    assertThatThrownBy(() -> Arguments.parse("isolation", "--heap"))
        .isInstanceOf(Arguments.Wrong.class)
        .hasMessage("--heap needs a value");
    assertThatThrownBy(() -> Arguments.parse("--quick"))
        .isInstanceOf(Arguments.Wrong.class)
        .hasMessage("the name of a benchmark is missing");
  }
}
