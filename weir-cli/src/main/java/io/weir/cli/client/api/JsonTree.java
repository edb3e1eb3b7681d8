// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A JSON value and where in the answer it stood. Who asks it for something that is not there hears so with the path, because the
 * server at the other end may be anybody's.
 */
public final class JsonTree {
  private static final JsonFactory JSON = new JsonFactory();

  private final String path;

  /** A map, a list, a string, a number, a boolean. A field that is null counts as absent. */
  private final Object value;

  private JsonTree(String path, Object value) {
    this.path = path;
    this.value = value;
  }

  /** Reads a text that has to be exactly one JSON value. */
  public static JsonTree parse(String text) throws IOException {
    try (JsonParser parser = JSON.createParser(text)) {
      if (parser.nextToken() == null) {
        throw new JsonParseException(parser, "it is empty");
      }
      JsonTree jsonTree = new JsonTree("", value(parser).orElse("null"));
      if (parser.nextToken() != null) {
        throw new JsonParseException(parser, "it contains more than one value");
      }
      return jsonTree;
    }
  }

  private static Optional<Object> value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        Map<String, Object> fields = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.currentName();
          parser.nextToken();
          value(parser).ifPresent(value -> fields.put(name, value));
        }
        yield Optional.of(fields);
      }
      case START_ARRAY -> {
        List<Object> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          value(parser).ifPresent(items::add);
        }
        yield Optional.of(items);
      }
      case VALUE_TRUE, VALUE_FALSE -> Optional.of(parser.getBooleanValue());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> Optional.of(parser.getNumberValue());
      case VALUE_NULL -> Optional.empty();
      default -> Optional.of(parser.getText());
    };
  }

  /** The field, which must be there. */
  public JsonTree field(String name) throws UnexpectedJson {
    return optionalField(name)
        .orElseThrow(() -> new UnexpectedJson(childPath(name) + " is missing"));
  }

  /** The field, if this is an object that has it. */
  public Optional<JsonTree> optionalField(String name) {
    return value instanceof Map<?, ?> fields
        ? Optional.ofNullable(fields.get(name)).map(found -> new JsonTree(childPath(name), found))
        : Optional.empty();
  }

  /** The items of this array. */
  public List<JsonTree> items() throws UnexpectedJson {
    if (!(value instanceof List<?> list)) {
      throw new UnexpectedJson(path + " is not an array");
    }
    List<JsonTree> items = new ArrayList<>();
    for (Object item : list) {
      items.add(new JsonTree(path + '[' + items.size() + ']', item));
    }
    return items;
  }

  /** This string. */
  public String text() throws UnexpectedJson {
    if (value instanceof String text) {
      return text;
    }
    throw new UnexpectedJson(path + " is not a string");
  }

  /** This integer. */
  public long integer() throws UnexpectedJson {
    if (value instanceof Integer || value instanceof Long) {
      return ((Number) value).longValue();
    }
    throw new UnexpectedJson(path + " is not an integer");
  }

  /** Whether this is true. */
  public boolean bool() throws UnexpectedJson {
    if (value instanceof Boolean bool) {
      return bool;
    }
    throw new UnexpectedJson(path + " is neither true nor false");
  }

  /** Whether this is an array. */
  public boolean isArray() {
    return value instanceof List;
  }

  private String childPath(String name) {
    return path.isEmpty() ? name : path + '.' + name;
  }

  /** A value is not what it has to be. */
  public static final class UnexpectedJson extends Exception {
    private static final long serialVersionUID = 1L;

    public UnexpectedJson(String message) {
      super(message);
    }
  }
}
