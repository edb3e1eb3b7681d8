// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.scenario.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that errors in a file are reported with their line, key, value and range. */
class InvalidScenarioTest {
  private static final String PLACES =
      "region-0 to region-9 or one of its processes, as in region-0/node-2";

  private static final String LOADS =
      "loads must be a list of 1 to 20 different numbers above 0 and up to 1000, as in [2, 4, 10], but was ";

  private static List<String> errors(String text) {
    return catchThrowableOfType(InvalidScenario.class, () -> ScenarioFile.parse(text))
        .errors();
  }

  /** Asserts the error on one line after three valid ones. */
  private static void assertFourthLine(String shape, String line, String message) {
    String right = "name: a\ntitle: A title.\nshape: " + shape + "\n";

    assertThat(errors(right + line)).containsExactly("line 4: " + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "regions: 0 | regions must be an integer from 1 to 100, but was \"0\"",
        "regions: 101 | regions must be an integer from 1 to 100, but was \"101\"",
        "regions: ten | regions must be an integer from 1 to 100, but was \"ten\"",
        "regions: | regions must be an integer from 1 to 100, but was \"\"",
        "regions: 0x10 | regions must be an integer from 1 to 100, but was \"0x10\"",
        "regions: [10, 20] | regions must be an integer from 1 to 100, but was \"[10, 20]\"",
        "regions: [{a: 1}] | regions must be an integer from 1 to 100, but was a list",
        "regions: {a: 1} | regions must be an integer from 1 to 100, but was a map",
        "nodes: -1 | nodes must be an integer from 1 to 100, but was \"-1\"",
        "nodes: 99999999999999999999 | nodes must be an integer from 1 to 100, but was \"99999999999999999999\"",
        "start: 1.5 | start must be an integer from 0 to 253402300799999, but was \"1.5\"",
        "duration: 0s | duration must be a time from 1s to 1d, written like 1500ms, 60s, 5m, 1h or 30d, but was \"0s\"",
        "duration: 60 | duration must be a time from 1s to 1d, written like 1500ms, 60s, 5m, 1h or 30d, but was \"60\"",
        "tick: 2s | tick must be a time from 1ms to 1s, written like 1500ms, 60s, 5m, 1h or 30d, but was \"2s\"",
        "near: [2ms, 1ms] | near must be a list of two times from 0ms to 1m, the shorter first, as in [1ms, 2ms], but was \"[2ms, 1ms]\"",
        "near: 1ms..2ms | near must be a list of two times from 0ms to 1m, the shorter first, as in [1ms, 2ms], but was \"1ms..2ms\"",
        "far: [30ms] | far must be a list of two times from 0ms to 1m, the shorter first, as in [1ms, 2ms], but was \"[30ms]\"",
        "far: [1ms, 2m] | far must be a list of two times from 0ms to 1m, the shorter first, as in [1ms, 2ms], but was \"[1ms, 2m]\"",
        "far: [1ms, soon, 2ms] | far must be a list of two times from 0ms to 1m, the shorter first, as in [1ms, 2ms], but was \"[1ms, soon, 2ms]\"",
        "limit: 0 | limit must be an integer from 1 to 1000000000, but was \"0\"",
        "window: 31d | window must be a time from 1s to 30d, written like 1500ms, 60s, 5m, 1h or 30d, but was \"31d\"",
        "exponent: 1 | exponent is not a setting of hot-key, which has limit, window",
        "colour: red | unknown key \"colour\"; known keys: name, title, shape, limit, window, spenders, roaming, exponent, burst, phase, patience, loads, regions, nodes, near, far, start, duration, tick, faults",
        "title: Again. | title must be given only once, but is also on line 2",
        "[1]: 10 | the file has a key that is not a plain name",
        "faults: pause | faults must be a list of faults, as in {at: 60s, kind: pause, where: region-0, for: 4s}, but was \"pause\"",
        "faults: [pause] | faults[0] must be a map, as in {at: 60s, kind: pause, where: region-0, for: 4s}, but was \"pause\"",
      })
  void anInvalidLineIsReportedWithItsValue(String line, String message) {
    assertFourthLine("hot-key", line, message);
  }

  @ParameterizedTest
  @CsvSource({"two", "0", "-1", "1000.5", "NaN", "1e2", "''", "2.0"})
  void anInvalidLoadIsReported(String load) {
    assertFourthLine("hot-key", "loads: [2, '" + load + "']", LOADS + "\"[2, " + load + "]\"");
  }

  @Test
  void duplicateAndTooManyLoadsAreRefused() {
    String many = "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]";

    assertFourthLine("hot-key", "loads: 2", LOADS + "\"2\"");
    assertFourthLine("hot-key", "loads: []", LOADS + "\"[]\"");
    assertFourthLine("hot-key", "loads: " + many, LOADS + '"' + many.substring(0, 60) + "...\"");
    assertFourthLine(
        "production",
        "loads: [1, 500]",
        "loads: spenders times load must be 1 to 10000000, but was 24000 times 500.0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "zipf | exponent: 5.1 | exponent must be a number from 0 to 5, but was \"5.1\"",
        "steady | roaming: most | roaming must be a number from 0 to 1, but was \"most\"",
        "roaming | patience: 0 | patience must be an integer from 1 to 1000000, but was \"0\"",
      })
  void anInvalidShapeSettingIsReportedWithItsRange(String shape, String line, String message) {
    assertFourthLine(shape, line, message);
  }

  @Test
  void contradictorySettingsAreReportedAtTheShape() {
    assertThat(errors("name: a\ntitle: A.\nshape: even-spread\nwindow: 10s\nphase: 10s"))
        .containsExactly(
            "line 3: shape even-spread: phase must be less than the window, 10000 ms, but was 10000");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "at: soon, kind: pause, where: region-0, for: 4s | faults[0].at must be a time, written like 1500ms, 60s, 5m, 1h or 30d, but was \"soon\"",
        "at: 60s, kind: pause, where: region-0, for: forever | faults[0].for must be a time, written like 1500ms, 60s, 5m, 1h or 30d, but was \"forever\"",
        "at: 60s, kind: step-clock, where: region-0, by: --1s | faults[0].by must be a time, written like 1500ms, 60s, 5m, 1h or 30d, with a minus to go back, but was \"--1s\"",
        "at: 60s, kind: break, where: region-0 | faults[0].kind must be one of cut-origin, cut-ledger, pause, kill, restart, remove-origin, add-origin, replace-origin, wipe-origin, wipe-ledger, step-clock, storm, but was \"break\"",
        "at: 60s, kind: wipe-origin | faults[0].where is missing",
        "at: 60s, kind: pause, where: region-0, for: 4s, until: 5s | unknown key \"faults[0].until\"; known keys: at, kind, where, for, by",
        "at: 5m, kind: pause, where: region-0, for: 4s | faults[0]: must be at 0ms to 299999ms, before the simulation ends, but was at 5m",
        "at: 60s, kind: pause, where: region-0 | faults[0]: pause must last 1ms to 30d, as in \"for: 20s\", but was 0ms",
        "at: 60s, kind: wipe-origin, where: region-0, for: 4s | faults[0]: wipe-origin is instantaneous and takes no \"for\"",
        "at: 60s, kind: step-clock, where: region-0, by: 0s | faults[0]: step-clock must be by 1ms to 1d, ahead or (with a minus) back, as in \"by: -1500ms\", but was 0ms",
        "at: 60s, kind: step-clock, where: region-0, by: -2d | faults[0]: step-clock must be by 1ms to 1d, ahead or (with a minus) back, as in \"by: -1500ms\", but was -2d",
        "at: 60s, kind: wipe-origin, where: region-0/node-0 | faults[0]: wipe-origin must be at region-0 to region-9, but was at \"region-0/node-0\"",
        "at: 60s, kind: wipe-ledger, where: region-0 | faults[0]: wipe-ledger must be at ledger, but was at \"region-0\"",
      })
  void anInvalidFaultIsReportedWithTheValidOnes(String fault, String message) {
    assertFourthLine("hot-key", "faults: [{" + fault + "}]", message);
  }

  @ParameterizedTest
  @CsvSource({
    "region-10",
    "region-0/node-3",
    "region-00",
    "region",
    "eu-west",
    "ledger",
    "region-0/"
  })
  void anUnknownPlaceIsReportedWithTheKnownOnes(String place) {
    assertFourthLine(
        "hot-key",
        "faults: [{at: 60s, kind: pause, for: 4s, where: " + place + "}]",
        "faults[0]: pause must be at " + PLACES + ", but was at \"" + place + '"');
  }

  @Test
  void invalidValuesAreEscapedAndShortened() {
    assertFourthLine(
        "hot-key",
        "regions: \"\\e[31m" + "9".repeat(80) + '"',
        "regions must be an integer from 1 to 100, but was \"\\u001b[31m" + "9".repeat(55)
            + "...\"");
  }

  @Test
  void allFaultsAreReportedByLine() {
    assertThat(errors("""
        shape: stedy
        regions: x
        faults:
          - {at: 60s, kind: pause, where: region-77, for: 1s}
          - {at: 10m, kind: pause, where: region-0, for: 1s}
          - {at: never, kind: nothing}
        loads: none
        bogus: 1
        """))
        .satisfiesExactly(
            each -> assertThat(each)
                .isEqualTo("line 1: shape must be one of steady, zipf, boundary, hot-key,"
                    + " even-spread, roaming, production, but was \"stedy\""),
            each -> assertThat(each).startsWith("line 2: regions must be"),
            each -> assertThat(each).startsWith("line 5: faults[1]: must be at 0ms to 299999ms"),
            each -> assertThat(each).isEqualTo("line 6: faults[2].where is missing"),
            each -> assertThat(each).startsWith("line 6: faults[2].at must be a time"),
            each -> assertThat(each).startsWith("line 6: faults[2].kind must be one of"),
            each -> assertThat(each).startsWith("line 7: loads must be"),
            each -> assertThat(each).startsWith("line 8: unknown key \"bogus\""),
            each -> assertThat(each).isEqualTo("name is missing"),
            each -> assertThat(each).isEqualTo("title is missing"));
  }

  @Test
  void aFileThatIsNotYamlIsReported() {
    assertThat(errors("name: a\ntitle: [A\n"))
        .singleElement(STRING)
        .startsWith("line 3: the file is not YAML: ");
  }

  @Test
  void anEmptyFileLacksNameTitleAndShape() {
    assertThat(errors(""))
        .containsExactly("name is missing", "title is missing", "shape is missing");
  }
}
