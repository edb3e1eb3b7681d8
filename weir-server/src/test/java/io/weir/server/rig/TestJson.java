// SPDX-License-Identifier: Apache-2.0
package io.weir.server.rig;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses responses strictly, and writes requests as loosely as a test needs. */
public final class TestJson {
  private static final JsonFactory STRICT =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  /** A value that is written verbatim, whether or not it is JSON. */
  public record Raw(String text) {}

  private TestJson() {}

  /** Parses a text that must be a single object. */
  public static Map<String, @Nullable Object> parse(String text) {
    try (JsonParser in = STRICT.createParser(text)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        throw new AssertionError("not an object: " + text);
      }
      Map<String, @Nullable Object> object = object(in);
      if (in.nextToken() != null) {
        throw new AssertionError("something follows the object: " + text);
      }
      return object;
    } catch (IOException e) {
      throw new AssertionError("not JSON: " + text, e);
    }
  }

  private static @Nullable Object value(JsonParser in) throws IOException {
    JsonToken token = in.currentToken();
    return switch (token) {
      case START_OBJECT -> object(in);
      case START_ARRAY -> array(in);
      case VALUE_STRING -> in.getText();
      case VALUE_NUMBER_INT -> in.getLongValue();
      case VALUE_TRUE, VALUE_FALSE -> in.getBooleanValue();
      case VALUE_NULL -> null;
      default -> throw new AssertionError("no answer has a " + token + " in it");
    };
  }

  private static Map<String, @Nullable Object> object(JsonParser in) throws IOException {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
      in.nextToken();
      fields.put(name, value(in));
    }
    return fields;
  }

  private static List<@Nullable Object> array(JsonParser in) throws IOException {
    List<@Nullable Object> items = new ArrayList<>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      items.add(value(in));
    }
    return items;
  }

  /** Returns an object from alternating names and values. */
  public static String object(@Nullable Object... namesAndValues) {
    StringBuilder out = new StringBuilder("{");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      out.append(i == 0 ? "" : ",").append(text(namesAndValues[i])).append(':');
      out.append(text(namesAndValues[i + 1]));
    }
    return out.append('}').toString();
  }

  /** Returns an array of texts that are already JSON. */
  public static String array(List<String> items) {
    return "[" + String.join(",", items) + "]";
  }

  /** Returns a value as JSON. */
  public static String text(@Nullable Object value) {
    if (value instanceof Raw raw) {
      return raw.text();
    }
    return value instanceof String string
        ? '"' + new String(JsonStringEncoder.getInstance().quoteAsString(string)) + '"'
        : String.valueOf(value);
  }
}
