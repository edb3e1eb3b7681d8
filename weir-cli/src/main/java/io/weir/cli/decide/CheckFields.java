// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.decide;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.Limit;
import io.weir.WhenDegraded;
import io.weir.api.Durations;
import io.weir.engine.Check;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The fields of one check as they were given; what was not given is null. */
final class CheckFields {
  private static final List<String> KNOWN = List.of("t", "identifier", "cost", "limit", "duration");

  private @Nullable Long t;
  private @Nullable String identifier;
  private @Nullable Long cost;
  private @Nullable Long limit;
  private @Nullable Long duration;

  private CheckFields() {}

  /**
   * What the command line says for checks that do not say it themselves.
   *
   * @param limit the limit, if there is one for all
   * @param durationMillis the duration, if there is one for all
   */
  record Fallback(@Nullable Long limit, @Nullable Long durationMillis) {}

  /** Reads an object, from behind its opening brace to its closing one. */
  static CheckFields read(JsonParser json) throws IOException, WrongInput {
    CheckFields fields = new CheckFields();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      json.nextToken();
      try {
        fields.set(name, json);
      } catch (WrongInput e) {
        throw new WrongInput(
            (KNOWN.contains(name) ? name : Shown.quoted(name)) + " " + e.message());
      }
    }
    return fields;
  }

  private void set(String name, JsonParser json) throws IOException, WrongInput {
    switch (name) {
      case "t" -> t = once(t, integer(json, Range.T));
      case "identifier" -> identifier = once(identifier, identifier(json));
      case "cost" -> cost = once(cost, integer(json, Range.COST));
      case "limit" -> limit = once(limit, integer(json, Range.LIMIT));
      case "duration" -> duration = once(duration, duration(json));
      default ->
        throw new WrongInput("is not a known field; known fields: " + String.join(", ", KNOWN));
    }
  }

  private static <T> T once(@Nullable T given, T value) throws WrongInput {
    if (given != null) {
      throw new WrongInput("must be given once, but was given twice: " + Shown.cut(given.toString())
          + " and " + Shown.cut(value.toString()));
    }
    return value;
  }

  private static long integer(JsonParser json, Range range) throws IOException, WrongInput {
    if (!json.currentToken().isNumeric()) {
      throw range.fault(Shown.value(json));
    }
    return range.parse(json.getText());
  }

  private static long duration(JsonParser json) throws IOException, WrongInput {
    return switch (json.currentToken()) {
      case VALUE_STRING -> millis(json.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> Range.DURATION.parse(json.getText());
      default -> throw noDuration(Shown.value(json));
    };
  }

  /** The milliseconds of a duration such as {@code 60s}. */
  static long millis(String text) throws WrongInput {
    OptionalLong millis = Durations.millis(text);
    if (millis.isEmpty() || !Range.DURATION.contains(millis.getAsLong())) {
      throw noDuration(Shown.quoted(text));
    }
    return millis.getAsLong();
  }

  private static WrongInput noDuration(String shown) {
    return new WrongInput(
        "must be 1s to 30d, written like 1500ms, 60s, 5m, 1h or 30d, but was " + shown);
  }

  private static String identifier(JsonParser json) throws IOException, WrongInput {
    String range = "must be a string of 1 to " + Check.MAX_IDENTIFIER + " characters, but ";
    if (json.currentToken() != JsonToken.VALUE_STRING) {
      throw new WrongInput(range + "was " + Shown.value(json));
    }
    String text = json.getText();
    int length = text.codePointCount(0, text.length());
    if (length < 1 || length > Check.MAX_IDENTIFIER) {
      throw new WrongInput(range + "had " + length + ": " + Shown.quoted(text));
    }
    return text;
  }

  /** When the check is asked. */
  long t() throws WrongInput {
    return given(t, "t is missing: every line needs its Unix milliseconds, 0 to " + Range.T.most());
  }

  /** When the check is asked, which the batch has said already. */
  long sameT(long batch) throws WrongInput {
    if (t != null && t != batch) {
      throw new WrongInput(
          "t must be the same in all of a batch, but was " + t + " after " + batch);
    }
    return batch;
  }

  /** What is asked. */
  Replay.Item item(Fallback fallback) throws WrongInput {
    String who = given(
        identifier,
        "identifier is missing: a string of 1 to " + Check.MAX_IDENTIFIER + " characters");
    long amount = given(
        limit == null ? fallback.limit() : limit,
        "limit is missing: give --limit for all lines, or \"limit\" on this one");
    long millis = given(
        duration == null ? fallback.durationMillis() : duration,
        "duration is missing: give --duration for all lines, or \"duration\" on this one");
    return new Replay.Item(
        who, cost == null ? 1 : cost, new Limit(amount, millis, WhenDegraded.LOCAL));
  }

  private static <T> T given(@Nullable T value, String fault) throws WrongInput {
    if (value == null) {
      throw new WrongInput(fault);
    }
    return value;
  }
}
