// SPDX-License-Identifier: Apache-2.0
package io.weir.server.config;

import io.weir.api.DurationParser;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The values that a setting accepts, as a description and a parser.
 *
 * @param description what is allowed, worded to follow "must be"
 * @param parser returns the value of a text; empty if it is not allowed
 */
record ValueType<T>(String description, Function<String, Optional<T>> parser) {
  private static final Pattern WHOLE = Pattern.compile("[0-9]{1,18}");

  /** Accepts whole numbers within an int. */
  static ValueType<Integer> whole(int min, int max) {
    ValueType<Long> wide = whole((long) min, (long) max);
    return new ValueType<>(
        wide.description(), text -> wide.parser().apply(text).map(Math::toIntExact));
  }

  /** Accepts whole numbers. */
  static ValueType<Long> whole(long min, long max) {
    return new ValueType<>(
        "a whole number from " + min + " to " + max,
        text -> WHOLE.matcher(text).matches()
            ? Optional.of(Long.valueOf(text)).filter(n -> n >= min && n <= max)
            : Optional.empty());
  }

  /** Accepts durations; values are in milliseconds. */
  static ValueType<Long> duration(String min, String max) {
    long from = DurationParser.millis(min).orElseThrow();
    long to = DurationParser.millis(max).orElseThrow();
    return new ValueType<>(
        "a duration from " + min + " to " + max + ", such as 500ms, 10s or 2m",
        text -> DurationParser.millis(text).stream()
            .filter(n -> n >= from && n <= to)
            .boxed()
            .findFirst());
  }

  /** Accepts text that matches a regular expression. */
  static ValueType<String> text(String description, String shape) {
    Pattern pattern = Pattern.compile(shape);
    return new ValueType<>(
        description, text -> Optional.of(text).filter(t -> pattern.matcher(t).matches()));
  }

  /** Accepts secrets of this length that contain at least {@code different} distinct characters. */
  static ValueType<String> secret(int min, int max, int different) {
    ValueType<String> shaped = text(
        min + " to " + max + " printable ASCII characters without spaces, at least " + different
            + " of them different, such as openssl rand -hex 32 prints",
        "[!-~]{" + min + "," + max + "}");
    return new ValueType<>(
        shaped.description(),
        text -> shaped.parser().apply(text).filter(t -> t.chars().distinct().count() >= different));
  }

  /** Accepts paths of files and folders, whether or not they exist. */
  static ValueType<Path> path(String description) {
    return new ValueType<>(description, text -> {
      try {
        return text.isBlank() ? Optional.empty() : Optional.of(Path.of(text));
      } catch (InvalidPathException e) {
        return Optional.empty();
      }
    });
  }

  /** Accepts one of several words in lower case. */
  static <E extends Enum<E>> ValueType<E> oneOf(E[] choices) {
    Map<String, E> byName = Arrays.stream(choices)
        .collect(Collectors.toMap(e -> e.name().toLowerCase(Locale.ROOT), Function.identity()));
    String description = Arrays.stream(choices)
        .map(e -> e.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(", "));
    return new ValueType<>("one of " + description, text -> Optional.ofNullable(byName.get(text)));
  }
}
