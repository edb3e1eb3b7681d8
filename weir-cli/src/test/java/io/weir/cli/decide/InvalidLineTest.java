// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.CommandRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InvalidLineTest {
  private static final String VALID = "{\"t\":0,\"identifier\":\"a\"}";

  @Test
  void linesBeforeAnInvalidLineAreAnsweredAndLaterLinesAreNot() {
    CommandRun commandRun = CommandRun.tenPerMinute(VALID, "", VALID, "{}", VALID);

    assertThat(commandRun.lines()).hasSize(2);
    assertThat(commandRun.err())
        .isEqualTo(
            "weir decide: line 4: t is missing: every line needs its Unix milliseconds, 0 to 9007199254740991\n");
    assertThat(commandRun.exit()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-1",
        "9007199254740992",
        "99999999999999999999",
        "1.5",
        "1.0",
        "1e3",
        "\"1\"",
        "true",
        "null"
      })
  void aWrongTimeIsNamedWithItsRange(String t) {
    assertFault(
        "{\"t\":" + t + ",\"identifier\":\"a\"}",
        "t must be an integer from 0 to 9007199254740991 (Unix milliseconds), but was " + t);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-1",
        "9223372036854775808",
        "-9223372036854775809",
        "1.5",
        "1E3",
        "\"1\"",
        "false",
        "null"
      })
  void aWrongCostOrLimitIsNamedWithItsRange(String value) {
    String fault = " must be an integer from 0 to 9223372036854775807, but was " + value;

    assertFault("{\"t\":0,\"identifier\":\"a\",\"cost\":" + value + "}", "cost" + fault);
    assertFault("{\"t\":0,\"identifier\":\"a\",\"limit\":" + value + "}", "limit" + fault);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"deep\":[1]}"})
  void anObjectInPlaceOfANumberIsDescribedAsAnObject(String value) {
    assertFault(
        "{\"t\":0,\"identifier\":\"a\",\"cost\":" + value + "}",
        "cost must be an integer from 0 to 9223372036854775807, but was an object");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"60\"", "\"500ms\"", "\"31d\"", "\"1w\"", "\"\"", "null", "true"})
  void aWrongDurationIsNamedWithItsRange(String value) {
    assertFault(
        "{\"t\":0,\"identifier\":\"a\",\"duration\":" + value + "}",
        "duration must be 1s to 30d, written like 1500ms, 60s, 5m, 1h or 30d, but was " + value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"999", "2592000001", "-1", "1500.5", "6e4"})
  void aWrongDurationInMillisecondsIsNamedWithItsRange(String value) {
    assertFault(
        "{\"t\":0,\"identifier\":\"a\",\"duration\":" + value + "}",
        "duration must be an integer from 1000 to 2592000000 milliseconds, but was " + value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {"7 | was 7", "null | was null", "[\"a\"] | was an array", "\"\" | had 0: \"\""})
  void aWrongIdentifierIsNamedWithItsRange(String value, String problem) {
    assertFault(
        "{\"t\":0,\"identifier\":" + value + "}",
        "identifier must be a string of 1 to 512 characters, but " + problem);
  }

  @Test
  void aLongIdentifierIsTruncated() {
    assertFault(
        "{\"t\":0,\"identifier\":\"" + "x".repeat(513) + "\"}",
        "identifier must be a string of 1 to 512 characters, but had 513: \"" + "x".repeat(60)
            + "...\"");
  }

  @Test
  void charactersAreCodePoints() {
    assertFault(
        "{\"t\":0,\"identifier\":\"" + "\ud83d\ude80".repeat(512) + "\",\"cost\":-1}",
        "cost must be an integer from 0 to 9223372036854775807, but was -1");
  }

  @Test
  void aLongNumberIsTruncated() {
    assertFault(
        "{\"t\":0,\"identifier\":\"a\",\"cost\":" + "9".repeat(5_000) + "}",
        "cost must be an integer from 0 to 9223372036854775807, but was " + "9".repeat(60) + "...");
  }

  @Test
  void valuesCannotControlTheTerminal() {
    assertFault(
        "{\"t\":\"\\u001b[31m\\u009b\\n\\\"\",\"identifier\":\"a\"}",
        "t must be an integer from 0 to 9007199254740991 (Unix milliseconds), but was \"\\u001B[31m\\u009b\\n\\\"\"");
  }

  @Test
  void anUnknownFieldIsNamedWithTheKnownOnes() {
    assertFault(
        "{\"t\":0,\"identifier\":\"a\",\"Cost\":1}",
        "\"Cost\" is not a known field; known fields: t, identifier, cost, limit, duration");
  }

  @Test
  void aFieldGivenTwiceIsRefused() {
    assertFault(
        "{\"t\":0,\"identifier\":\"a\",\"cost\":1,\"cost\":2}",
        "cost must be given once, but was given twice: 1 and 2");
  }

  @Test
  void missingFieldsAreNamed() {
    assertFault("{\"t\":0}", "identifier is missing: a string of 1 to 512 characters");

    CommandRun noLimit = CommandRun.of(VALID, "decide", "--duration=1s");
    assertThat(noLimit.exit()).isEqualTo(2);
    assertThat(noLimit.err())
        .isEqualTo(
            "weir decide: line 1: limit is missing: give --limit for all lines, or \"limit\" on this one\n");

    CommandRun noDuration = CommandRun.of(VALID, "decide", "--limit=1");
    assertThat(noDuration.exit()).isEqualTo(2);
    assertThat(noDuration.err())
        .isEqualTo(
            "weir decide: line 1: duration is missing: give --duration for all lines, or \"duration\" on this one\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "[] | a batch must hold at least 1 check, but held 0",
        "[7] | item 1: must be an object, but was 7",
        "[[]] | item 1: must be an object, but was an array",
        "[{\"identifier\":\"a\"},{\"t\":0,\"identifier\":\"a\"}] | item 1: t is missing: every line needs its Unix "
            + "milliseconds, 0 to 9007199254740991",
        "[{\"t\":0,\"identifier\":\"a\"},{\"t\":1,\"identifier\":\"a\"}] | item 2: t must be the same in all of a batch, "
            + "but was 1 after 0",
        "[{\"t\":0,\"identifier\":\"a\"},{\"identifier\":\"a\",\"cost\":-1}] | item 2: cost must be an integer from 0 to "
            + "9223372036854775807, but was -1"
      })
  void aWrongBatchNamesTheItem(String line, String fault) {
    assertFault(line, fault);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "7 | must be an object or an array of objects, but was 7",
        "\"x\" | must be an object or an array of objects, but was \"x\"",
        "null | must be an object or an array of objects, but was null",
        "{\"t\":0,\"identifier\":\"a\"} {} | must be one object or array, but was followed by an object",
        "{\"t\":0,\"identifier\":\"a\" | is not JSON at column 24: Unexpected end-of-input: expected close marker for "
            + "Object",
        "[{\"t\":0,\"identifier\":\"a\"} | is not JSON at column 26: Unexpected end-of-input: expected close marker for "
            + "Array",
        "{\"t\":NaN} | is not JSON at column 9: Non-standard token 'NaN'",
        "{\"t\":01} | is not JSON at column 7: Invalid numeric value: Leading zeroes not allowed",
        "{t:0} | is not JSON at column 2: Unexpected character ('t' (code 116)): was expecting double-quote to start "
            + "field name",
        "// x | is not JSON at column 1: Unexpected character ('/' (code 47))"
      })
  void valuesThatAreNotRequestsAreRefused(String line, String fault) {
    assertFault(line, fault);
  }

  private static void assertFault(String line, String fault) {
    CommandRun commandRun = CommandRun.tenPerMinute(VALID, line);

    assertThat(commandRun.err()).isEqualTo("weir decide: line 2: " + fault + "\n");
    assertThat(commandRun.lines()).hasSize(1);
    assertThat(commandRun.exit()).isEqualTo(2);
  }
}
