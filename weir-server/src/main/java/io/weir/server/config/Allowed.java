// SPDX-License-Identifier: Apache-2.0
package io.weir.server.config;

import io.weir.api.Durations;
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
 * @param words what is allowed, so that "must be" can stand before it
 * @param read the value of a text, or empty if it is not allowed
 */
record Allowed<T>(String words, Function<String, Optional<T>> read) {
  private static final Pattern WHOLE = Pattern.compile("[0-9]{1,18}");

  /** Whole numbers within an int. */
  static Allowed<Integer> whole(int least, int most) {
    Allowed<Long> wide = whole((long) least, (long) most);
    return new Allowed<>(wide.words(), text -> wide.read().apply(text).map(Math::toIntExact));
  }

  /** Whole numbers. */
  static Allowed<Long> whole(long least, long most) {
    return new Allowed<>(
        "a whole number from " + least + " to " + most,
        text -> WHOLE.matcher(text).matches()
            ? Optional.of(Long.valueOf(text)).filter(n -> n >= least && n <= most)
            : Optional.empty());
  }

  /** Durations, in milliseconds. */
  static Allowed<Long> duration(String least, String most) {
    long from = Durations.millis(least).orElseThrow();
    long to = Durations.millis(most).orElseThrow();
    return new Allowed<>(
        "a duration from " + least + " to " + most + ", such as 500ms, 10s or 2m",
        text -> Durations.millis(text).stream()
            .filter(n -> n >= from && n <= to)
            .boxed()
            .findFirst());
  }

  /** Text of a certain shape. */
  static Allowed<String> text(String words, String shape) {
    Pattern pattern = Pattern.compile(shape);
    return new Allowed<>(
        words, text -> Optional.of(text).filter(t -> pattern.matcher(t).matches()));
  }

  /** Secrets of so many characters that are not just a few of them again and again. */
  static Allowed<String> secret(int least, int most, int different) {
    Allowed<String> shaped = text(
        least + " to " + most + " printable ASCII characters without spaces, at least " + different
            + " of them different, such as openssl rand -hex 32 prints",
        "[!-~]{" + least + "," + most + "}");
    return new Allowed<>(
        shaped.words(),
        text -> shaped.read().apply(text).filter(t -> t.chars().distinct().count() >= different));
  }

  /** Files and folders, there or not. */
  static Allowed<Path> path(String words) {
    return new Allowed<>(words, text -> {
      try {
        return text.isBlank() ? Optional.empty() : Optional.of(Path.of(text));
      } catch (InvalidPathException e) {
        return Optional.empty();
      }
    });
  }

  /** One of a few words, written in small letters. */
  static <E extends Enum<E>> Allowed<E> oneOf(E[] choices) {
    Map<String, E> byName = Arrays.stream(choices)
        .collect(Collectors.toMap(e -> e.name().toLowerCase(Locale.ROOT), Function.identity()));
    String words = Arrays.stream(choices)
        .map(e -> e.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(", "));
    return new Allowed<>("one of " + words, text -> Optional.ofNullable(byName.get(text)));
  }
}
