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
 * Which values a setting takes, in words and as the reader of them.
 *
 * @param description what is allowed, so that "must be" can stand before it
 * @param parser the value of a text, or empty if it is not allowed
 */
record ValueType<T>(String description, Function<String, Optional<T>> parser) {
  private static final Pattern WHOLE = Pattern.compile("[0-9]{1,18}");

  /** Whole numbers within an int. */
  static ValueType<Integer> whole(int least, int most) {
    ValueType<Long> wide = whole((long) least, (long) most);
    return new ValueType<>(
        wide.description(), text -> wide.parser().apply(text).map(Math::toIntExact));
  }

  /** Whole numbers. */
  static ValueType<Long> whole(long least, long most) {
    return new ValueType<>(
        "a whole number from " + least + " to " + most,
        text -> WHOLE.matcher(text).matches()
            ? Optional.of(Long.valueOf(text)).filter(n -> n >= least && n <= most)
            : Optional.empty());
  }

  /** Durations, in milliseconds. */
  static ValueType<Long> duration(String least, String most) {
    long from = DurationParser.millis(least).orElseThrow();
    long to = DurationParser.millis(most).orElseThrow();
    return new ValueType<>(
        "a duration from " + least + " to " + most + ", such as 500ms, 10s or 2m",
        text -> DurationParser.millis(text).stream()
            .filter(n -> n >= from && n <= to)
            .boxed()
            .findFirst());
  }

  /** Text of a certain shape. */
  static ValueType<String> text(String description, String shape) {
    Pattern pattern = Pattern.compile(shape);
    return new ValueType<>(
        description, text -> Optional.of(text).filter(t -> pattern.matcher(t).matches()));
  }

  /** Secrets of so many characters that are not just a few of them again and again. */
  static ValueType<String> secret(int least, int most, int different) {
    ValueType<String> shaped = text(
        least + " to " + most + " printable ASCII characters without spaces, at least " + different
            + " of them different, such as openssl rand -hex 32 prints",
        "[!-~]{" + least + "," + most + "}");
    return new ValueType<>(
        shaped.description(),
        text -> shaped.parser().apply(text).filter(t -> t.chars().distinct().count() >= different));
  }

  /** Files and folders, there or not. */
  static ValueType<Path> path(String description) {
    return new ValueType<>(description, text -> {
      try {
        return text.isBlank() ? Optional.empty() : Optional.of(Path.of(text));
      } catch (InvalidPathException e) {
        return Optional.empty();
      }
    });
  }

  /** One of a few words, written in small letters. */
  static <E extends Enum<E>> ValueType<E> oneOf(E[] choices) {
    Map<String, E> byName = Arrays.stream(choices)
        .collect(Collectors.toMap(e -> e.name().toLowerCase(Locale.ROOT), Function.identity()));
    String description = Arrays.stream(choices)
        .map(e -> e.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(", "));
    return new ValueType<>("one of " + description, text -> Optional.ofNullable(byName.get(text)));
  }
}
