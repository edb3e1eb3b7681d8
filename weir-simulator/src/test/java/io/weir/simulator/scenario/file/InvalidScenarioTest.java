// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.scenario.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong in a file is named with its line, key, value and range. */
class InvalidScenarioTest {
  private static final String PLACES =
      "region-0 to region-9 or one of its processes, as in region-0/node-2";

  private static List<String> errors(String text) {
    return catchThrowableOfType(InvalidScenario.class, () -> ScenarioFile.parse(text))
        .errors();
  }

  /** What is said about one line after three that are right. */
  private static void assertFourthLine(String shape, String line, String message) {
    String right = "name = a\ntitle = A title.\nshape = " + shape + "\n";

    assertThat(errors(right + line)).containsExactly("line 4: " + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "regions = 0 | regions must be an integer from 1 to 100, but was \"0\"",
        "regions = 101 | regions must be an integer from 1 to 100, but was \"101\"",
        "regions = ten | regions must be an integer from 1 to 100, but was \"ten\"",
        "regions = | regions must be an integer from 1 to 100, but was \"\"",
        "regions = 10 # ten | regions must be an integer from 1 to 100, but was \"10 # ten\"",
        "nodes = -1 | nodes must be an integer from 1 to 100, but was \"-1\"",
        "nodes = 99999999999999999999 | nodes must be an integer from 1 to 100, but was \"99999999999999999999\"",
        "start = 1.5 | start must be an integer from 0 to 253402300799999, but was \"1.5\"",
        "duration = 0s | duration must be a time from 1s to 1d, written like 1500ms, 60s, 5m, 1h or 30d, but was \"0s\"",
        "duration = 60 | duration must be a time from 1s to 1d, written like 1500ms, 60s, 5m, 1h or 30d, but was \"60\"",
        "tick = 2s | tick must be a time from 1ms to 1s, written like 1500ms, 60s, 5m, 1h or 30d, but was \"2s\"",
        "near = 2ms..1ms | near must be two times from 0ms to 1m, the shorter first, written like 1ms..2ms, but was \"2ms..1ms\"",
        "far = 30ms | far must be two times from 0ms to 1m, the shorter first, written like 1ms..2ms, but was \"30ms\"",
        "far = 1ms..2m | far must be two times from 0ms to 1m, the shorter first, written like 1ms..2ms, but was \"1ms..2m\"",
        "limit = 0 | limit must be an integer from 1 to 1000000000, but was \"0\"",
        "window = 31d | window must be a time from 1s to 30d, written like 1500ms, 60s, 5m, 1h or 30d, but was \"31d\"",
        "exponent = 1 | exponent is not a setting of hot-key, which has limit, window",
        "colour = red | unknown key \"colour\"; known keys: name, title, shape, limit, window, spenders, roaming, exponent, burst, phase, patience, loads, regions, nodes, near, far, start, duration, tick, fault",
        "title = Again. | title was set before, on line 2",
        "regions 10 | must be key = value, but was \"regions 10\"",
      })
  void aWrongLineIsNamedWithItsValue(String line, String message) {
    assertFourthLine("hot-key", line, message);
  }

  @ParameterizedTest
  @CsvSource({"two", "0", "-1", "1000.5", "NaN", "1e2", "''"})
  void aWrongLoadIsNamed(String load) {
    assertFourthLine(
        "hot-key",
        "loads = 2, " + load,
        "loads must be different numbers above 0 and up to 1000, written like 2, 4, 10, but one was \""
            + load + '"');
  }

  @Test
  void duplicateAndTooManyLoadsAreRefused() {
    assertFourthLine(
        "hot-key",
        "loads = 2, 2.0",
        "loads must be different numbers above 0 and up to 1000, written like 2, 4, 10, but one was \"2.0\"");
    assertFourthLine(
        "hot-key",
        "loads = 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21",
        "loads must be 1 to 20 numbers, but were 21");
    assertFourthLine(
        "production",
        "loads = 1, 500",
        "loads: spenders times load must be 1 to 10000000, but was 24000 times 500.0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "zipf | exponent = 5.1 | exponent must be a number from 0 to 5, but was \"5.1\"",
        "steady | roaming = most | roaming must be a number from 0 to 1, but was \"most\"",
        "roaming | patience = 0 | patience must be an integer from 1 to 1000000, but was \"0\"",
      })
  void aWrongShapeSettingIsNamedWithItsRange(String shape, String line, String message) {
    assertFourthLine(shape, line, message);
  }

  @Test
  void contradictorySettingsAreReportedAtTheShape() {
    assertThat(errors("name = a\ntitle = A.\nshape = even-spread\nwindow = 10s\nphase = 10s"))
        .containsExactly(
            "line 3: even-spread: phase must be less than the window, 10000 ms, but was 10000");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "60s | must be TIME KIND PLACE, then \"for TIME\" or \"by TIME\" where it needs one, but was \"60s\"",
        "60s pause region-0 4s | must be TIME KIND PLACE, then \"for TIME\" or \"by TIME\" where it needs one, but was \"60s pause region-0 4s\"",
        "60s pause region-0 until 4s | must be TIME KIND PLACE, then \"for TIME\" or \"by TIME\" where it needs one, but there was \"until\"",
        "soon pause region-0 for 4s | must have a time, written like 1500ms, 60s, 5m, 1h or 30d, but had \"soon\"",
        "60s break region-0 | must be one of cut-origin, cut-ledger, pause, kill, restart, remove-origin, add-origin, replace-origin, wipe-origin, wipe-ledger, step-clock, storm, but was \"break\"",
        "5m pause region-0 for 4s | must be at 0ms to 299999ms, before the simulation ends, but was at 5m",
        "60s pause region-0 | pause must last 1ms to 30d, as in \"for 20s\", but was 0ms",
        "60s wipe-origin region-0 for 4s | wipe-origin is instantaneous and takes no \"for\"",
        "60s step-clock region-0 by 0s | step-clock must be by 1ms to 1d, ahead or (with a minus) back, as in \"by -1500ms\", but was 0ms",
        "60s step-clock region-0 by -2d | step-clock must be by 1ms to 1d, ahead or (with a minus) back, as in \"by -1500ms\", but was -2d",
        "60s wipe-origin region-0/node-0 | wipe-origin must be at region-0 to region-9, but was at \"region-0/node-0\"",
        "60s wipe-ledger region-0 | wipe-ledger must be at ledger, but was at \"region-0\"",
      })
  void aWrongFaultIsNamedWithTheValidOnes(String fault, String message) {
    assertFourthLine("hot-key", "fault = " + fault, "fault " + message);
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
  void anUnknownPlaceIsNamedWithTheKnownOnes(String place) {
    assertFourthLine(
        "hot-key",
        "fault = 60s pause " + place + " for 4s",
        "fault pause must be at " + PLACES + ", but was at \"" + place + '"');
  }

  @Test
  void wrongValuesAreEscapedAndShortened() {
    assertFourthLine(
        "hot-key",
        "regions = \u001b[31m" + "9".repeat(80),
        "regions must be an integer from 1 to 100, but was \"\\u001b[31m" + "9".repeat(55)
            + "...\"");
  }

  @Test
  void allFaultsAreReportedByLine() {
    assertThat(errors("""
        shape = stedy
        regions = x
        fault = 60s pause region-77 for 1s
        fault = 10m pause region-0 for 1s
        loads = none
        bogus = 1
        """))
        .satisfiesExactly(
            each -> assertThat(each)
                .isEqualTo("line 1: shape must be one of steady, zipf, boundary, hot-key,"
                    + " even-spread, roaming, production, but was \"stedy\""),
            each -> assertThat(each).startsWith("line 2: regions must be"),
            each -> assertThat(each).startsWith("line 4: fault must be at 0ms to 299999ms"),
            each -> assertThat(each).startsWith("line 5: loads must be"),
            each -> assertThat(each).startsWith("line 6: unknown key \"bogus\""),
            each -> assertThat(each).isEqualTo("line 7: name is missing"),
            each -> assertThat(each).isEqualTo("line 7: title is missing"));
  }

  @Test
  void anEmptyFileLacksNameTitleAndShape() {
    assertThat(errors(""))
        .containsExactly(
            "line 1: name is missing", "line 1: title is missing", "line 1: shape is missing");
  }
}
