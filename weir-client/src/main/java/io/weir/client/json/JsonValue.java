// SPDX-License-Identifier: Apache-2.0
package io.weir.client.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A value in a JSON document.
 *
 * @param path its position, for messages
 * @param value a map, a list, a string, a boolean, a long, null, or {@link #OTHER_NUMBER}
 */
public record JsonValue(String path, @Nullable Object value) {
  /** Stands for every number that is not a long. No field that this client reads has such a number. */
  private static final Object OTHER_NUMBER = new Object();

  /** Responses are nested five levels deep. */
  private static final int MAX_DEPTH = 64;

  private static final JsonFactory JSON = factory();

  private static JsonFactory factory() {
    return ((JsonFactoryBuilder) JsonFactory.builder())
        // Names come from the server. Interned names would stay in memory.
        .configure(JsonFactory.Feature.INTERN_FIELD_NAMES, false)
        // With a duplicate field, such as two limits, it is undefined which one applies.
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .streamReadConstraints(
            StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
        .build();
  }

  /** Parses a document. */
  static JsonValue parse(byte[] text) throws MalformedBodyException {
    return parse("body", text);
  }

  /**
   * Reads a whole text.
   *
   * @param name what stands before all paths; if it is empty, they begin with the name of a field
   */
  public static JsonValue parse(String name, byte[] text) throws MalformedBodyException {
    try (JsonParser in = JSON.createParser(text)) {
      if (in.nextToken() == null) {
        throw new MalformedBodyException("the body is empty");
      }
      JsonValue whole = new JsonValue(name, read(in));
      if (in.nextToken() != null) {
        throw new MalformedBodyException("unexpected data after the JSON value");
      }
      return whole;
    } catch (IOException e) {
      // The exception's message may quote the text, which comes from an unknown source.
      throw new MalformedBodyException("the body is not valid JSON");
    }
  }

  private static @Nullable Object read(JsonParser in) throws IOException {
    return switch (in.currentToken()) {
      case START_OBJECT -> {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        while (in.nextToken() == JsonToken.FIELD_NAME) {
          String name = in.currentName();
          in.nextToken();
          fields.put(name, read(in));
        }
        yield fields;
      }
      case START_ARRAY -> {
        List<@Nullable Object> items = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
          items.add(read(in));
        }
        yield items;
      }
      case VALUE_STRING -> in.getText();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NUMBER_INT ->
        in.getNumberType() == JsonParser.NumberType.BIG_INTEGER
            ? OTHER_NUMBER
            : (Object) in.getLongValue();
      case VALUE_NUMBER_FLOAT -> OTHER_NUMBER;
      default -> null;
    };
  }

  /** Returns the field with this name, or a null value if it is missing. */
  public JsonValue field(String name) throws MalformedBodyException {
    if (value == null) {
      throw missing();
    }
    return new JsonValue(
        path.isEmpty() ? name : path + "." + name,
        value instanceof Map<?, ?> fields ? fields.get(name) : null);
  }

  /** Whether it is there. */
  public boolean isPresent() {
    return value != null;
  }

  /** Returns the items of a list. */
  public List<JsonValue> items() throws MalformedBodyException {
    if (!(value instanceof List<?> list)) {
      throw mismatch("is not an array");
    }
    List<JsonValue> items = new ArrayList<>(list.size());
    for (int i = 0; i < list.size(); i++) {
      items.add(new JsonValue(path + "[" + i + "]", list.get(i)));
    }
    return items;
  }

  /** This boolean. */
  public boolean bool() throws MalformedBodyException {
    if (value instanceof Boolean flag) {
      return flag;
    }
    throw mismatch("is neither true nor false");
  }

  /** This integer. */
  public long integer() throws MalformedBodyException {
    if (value instanceof Long number) {
      return number;
    }
    throw mismatch("is not an integer");
  }

  /** Returns a count or a time, neither of which is ever negative. */
  long number() throws MalformedBodyException {
    if (value instanceof Long number && number >= 0) {
      return number;
    }
    throw mismatch("is not a whole number from 0 to " + Long.MAX_VALUE);
  }

  /** This string. */
  public String text() throws MalformedBodyException {
    if (value instanceof String text) {
      return text;
    }
    throw mismatch("is not a string");
  }

  /** Returns the string, or the empty string if it is missing. */
  public String textOrEmpty() throws MalformedBodyException {
    return value == null ? "" : text();
  }

  private MalformedBodyException mismatch(String why) {
    return value == null ? missing() : new MalformedBodyException(path + " " + why);
  }

  private MalformedBodyException missing() {
    return new MalformedBodyException((path.isEmpty() ? "the body" : path) + " is missing");
  }
}
