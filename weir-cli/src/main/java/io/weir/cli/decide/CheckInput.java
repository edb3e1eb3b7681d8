// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.decide;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.LimitPolicy;
import io.weir.WhenDegraded;
import io.weir.api.DurationParser;
import io.weir.engine.BatchCheck;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The fields of one check as given in the input; null if absent. */
final class CheckInput {
  private static final List<String> KNOWN = List.of("t", "identifier", "cost", "limit", "duration");

  private @Nullable Long time;
  private @Nullable String identifier;
  private @Nullable Long cost;
  private @Nullable Long limit;
  private @Nullable Long duration;

  private CheckInput() {}

  /**
   * The values of the command line for checks that do not specify their own.
   *
   * @param limit the default limit, or null
   * @param durationMillis the default duration, or null
   */
  record CheckDefaults(@Nullable Long limit, @Nullable Long durationMillis) {}

  /** Reads an object whose opening brace has been read, up to and including its closing brace. */
  static CheckInput read(JsonParser json) throws IOException, InvalidInput {
    CheckInput fields = new CheckInput();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      json.nextToken();
      try {
        fields.set(name, json);
      } catch (InvalidInput e) {
        throw new InvalidInput(
            (KNOWN.contains(name) ? name : DisplayedValue.quoted(name)) + " " + e.message());
      }
    }
    return fields;
  }

  private void set(String name, JsonParser json) throws IOException, InvalidInput {
    switch (name) {
      case "t" -> time = requireFirst(time, integer(json, LongRange.TIME));
      case "identifier" -> identifier = requireFirst(identifier, identifier(json));
      case "cost" -> cost = requireFirst(cost, integer(json, LongRange.COST));
      case "limit" -> limit = requireFirst(limit, integer(json, LongRange.LIMIT));
      case "duration" -> duration = requireFirst(duration, duration(json));
      default ->
        throw new InvalidInput("is not a known field; known fields: " + String.join(", ", KNOWN));
    }
  }

  private static <T> T requireFirst(@Nullable T given, T value) throws InvalidInput {
    if (given != null) {
      throw new InvalidInput(
          "must be given once, but was given twice: " + DisplayedValue.truncated(given.toString())
              + " and " + DisplayedValue.truncated(value.toString()));
    }
    return value;
  }

  private static long integer(JsonParser json, LongRange longRange)
      throws IOException, InvalidInput {
    if (!json.currentToken().isNumeric()) {
      throw longRange.fault(DisplayedValue.value(json));
    }
    return longRange.parse(json.getText());
  }

  private static long duration(JsonParser json) throws IOException, InvalidInput {
    return switch (json.currentToken()) {
      case VALUE_STRING -> millis(json.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> LongRange.DURATION.parse(json.getText());
      default -> throw noDuration(DisplayedValue.value(json));
    };
  }

  /** The milliseconds of a duration such as {@code 60s}. */
  static long millis(String text) throws InvalidInput {
    OptionalLong millis = DurationParser.millis(text);
    if (millis.isEmpty() || !LongRange.DURATION.contains(millis.getAsLong())) {
      throw noDuration(DisplayedValue.quoted(text));
    }
    return millis.getAsLong();
  }

  private static InvalidInput noDuration(String shown) {
    return new InvalidInput(
        "must be 1s to 30d, written like 1500ms, 60s, 5m, 1h or 30d, but was " + shown);
  }

  private static String identifier(JsonParser json) throws IOException, InvalidInput {
    String range = "must be a string of 1 to " + BatchCheck.MAX_IDENTIFIER + " characters, but ";
    if (json.currentToken() != JsonToken.VALUE_STRING) {
      throw new InvalidInput(range + "was " + DisplayedValue.value(json));
    }
    String text = json.getText();
    int length = text.codePointCount(0, text.length());
    if (length < 1 || length > BatchCheck.MAX_IDENTIFIER) {
      throw new InvalidInput(range + "had " + length + ": " + DisplayedValue.quoted(text));
    }
    return text;
  }

  /** The time of the check. */
  long time() throws InvalidInput {
    return required(
        time, "t is missing: every line needs its Unix milliseconds, 0 to " + LongRange.TIME.max());
  }

  /** Returns the time of the batch. Fails if this check specifies a different one. */
  long requireSameTime(long batch) throws InvalidInput {
    if (time != null && time != batch) {
      throw new InvalidInput(
          "t must be the same in all of a batch, but was " + time + " after " + batch);
    }
    return batch;
  }

  /** The check with its limit. */
  Replay.ReplayItem item(CheckDefaults checkDefaults) throws InvalidInput {
    String id = required(
        identifier,
        "identifier is missing: a string of 1 to " + BatchCheck.MAX_IDENTIFIER + " characters");
    long amount = required(
        limit == null ? checkDefaults.limit() : limit,
        "limit is missing: give --limit for all lines, or \"limit\" on this one");
    long millis = required(
        duration == null ? checkDefaults.durationMillis() : duration,
        "duration is missing: give --duration for all lines, or \"duration\" on this one");
    return new Replay.ReplayItem(
        id, cost == null ? 1 : cost, new LimitPolicy(amount, millis, WhenDegraded.LOCAL));
  }

  private static <T> T required(@Nullable T value, String fault) throws InvalidInput {
    if (value == null) {
      throw new InvalidInput(fault);
    }
    return value;
  }
}
