// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.LimitPolicy;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that every message names the field, its fault, and the permitted range. */
class InvalidInputTest {
  private final StandaloneEngine process = new StandaloneEngine();
  private final Limiter limiter = process.perMinute(10);
  private final LimitPolicy limitPolicy = LimitPolicy.of(10, Duration.ofMinutes(1));

  private static void assertRefused(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }

  @Test
  void anIdentifierHas1To512Characters() {
    String empty = "identifier must be 1 to 512 characters, but had 0";
    String tooLong = "identifier must be 1 to 512 characters, but had 513";

    assertRefused(() -> limiter.check(""), empty);
    assertRefused(() -> limiter.look(""), empty);
    assertRefused(() -> limiter.of(""), empty);
    assertRefused(() -> limiter.check("x".repeat(513)), tooLong);
    assertRefused(() -> limiter.of("x".repeat(513), 1), tooLong);
    assertRefused(() -> limiter.checkAsync("x".repeat(513), 1), tooLong);
    assertThat(limiter.check("x".repeat(512)).allowed()).isTrue();
  }

  @Test
  void anEmojiIsOneCharacter() {
    String rocket = "\uD83D\uDE80";
    String tooLong = "identifier must be 1 to 512 characters, but had 513";

    assertThat(limiter.check(rocket.repeat(512)).allowed()).isTrue();
    assertThat(limiter.check(rocket.repeat(511) + "x").allowed()).isTrue();
    assertRefused(() -> limiter.check(rocket.repeat(511) + "xx"), tooLong);
    assertRefused(() -> limiter.of("x" + rocket.repeat(511) + "x"), tooLong);
    assertRefused(
        () -> limiter.check(rocket.repeat(513)),
        "identifier must be 1 to 512 characters, but had more than 512");
    assertThat(process
            .engine
            .limiter(rocket.repeat(191), rocket.repeat(512), limitPolicy)
            .limit())
        .isEqualTo(limitPolicy);
    assertRefused(
        () -> process.engine.limiter(rocket.repeat(190) + "xx", "api", limitPolicy),
        "workspace must be 1 to 191 characters, but had 192");
  }

  @ParameterizedTest
  @ValueSource(strings = {" ", "user:1", "ключ", "鍵", "a\u0000b", "\uD83D\uDE80", "a\nb", "{u}"})
  void anIdentifierMayHoldAnyCharacters(String identifier) {
    assertThat(limiter.check(identifier, 10).allowed()).isTrue();
    assertThat(limiter.check(identifier).allowed()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE})
  void aCostIsNotNegative(long cost) {
    String message = "cost must be 0 to 9223372036854775807, but was " + cost;

    assertRefused(() -> limiter.check("u", cost), message);
    assertRefused(() -> limiter.checkAsync("u", cost), message);
    assertRefused(() -> limiter.of("u", cost), message);
    assertThat(process.engine.subjects()).as("nothing was created").isZero();
  }

  @Test
  void aWorkspaceHas1To191Characters() {
    assertRefused(
        () -> process.engine.limiter("", "api", limitPolicy),
        "workspace must be 1 to 191 characters, but had 0");
    assertRefused(
        () -> process.engine.limiter("w".repeat(192), "api", limitPolicy),
        "workspace must be 1 to 191 characters, but had 192");
    assertThat(process
            .engine
            .limiter("w".repeat(191), "api", limitPolicy)
            .check("u")
            .allowed())
        .isTrue();
  }

  @Test
  void aNamespaceHas1To512Characters() {
    assertRefused(
        () -> process.engine.limiter("acme", "", limitPolicy),
        "namespace must be 1 to 512 characters, but had 0");
    assertRefused(
        () -> process.engine.limiter("acme", "n".repeat(513), limitPolicy),
        "namespace must be 1 to 512 characters, but had 513");
    assertThat(process
            .engine
            .limiter("acme", "n".repeat(512), limitPolicy)
            .check("u")
            .allowed())
        .isTrue();
  }
}
