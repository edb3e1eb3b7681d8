// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.weir.spring.RateLimited;
import io.weir.spring.RateLimitedException;
import io.weir.spring.autoconfigure.WeirAutoConfiguration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class MethodKeysTest {
  /** A bean with one method per kind of key. */
  static class Desk {
    @RateLimited(limit = 1, duration = "30d", key = "#root.args")
    public void arguments(@Nullable Object one, @Nullable Object other) {}

    @RateLimited(limit = 1, duration = "30d", key = "#ids")
    public void numbers(int... ids) {}

    @RateLimited(limit = 1, duration = "30d", key = "#any")
    public void any(Object any) {}
  }

  /** The interface that is annotated. */
  interface Weather {
    @RateLimited(limit = 1, duration = "30d", key = "#city")
    String get(String city, String day);
  }

  /** An implementation with other parameter names. */
  static class Rain implements Weather {
    @Override
    public String get(String town, String time) {
      return "rain";
    }
  }

  @Test
  void keysUseTheParametersOfTheAnnotatedMethod() {
    new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(WeirAutoConfiguration.class))
        .withBean(Rain.class)
        .run(context -> {
          Weather weather = context.getBean(Rain.class);
          assertThat(weather.get("Rome", "today")).isEqualTo("rain");
          assertThat(weather.get("Oslo", "today")).isEqualTo("rain");
          assertRefused(() -> weather.get("Rome", "tomorrow"));
        });
  }

  /** A class without a {@code toString()} of its own. */
  static final class Mute {}

  private static void desk(Consumer<Desk> test) {
    new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(WeirAutoConfiguration.class))
        .withBean(Desk.class)
        .run(context -> test.accept(context.getBean(Desk.class)));
  }

  private static void assertRefused(Runnable call) {
    assertThatExceptionOfType(RateLimitedException.class).isThrownBy(call::run);
  }

  @Test
  void collectionsAndArraysAreKeyedByTheirElements() {
    desk(desk -> {
      desk.arguments("a", new String[] {"b"});
      assertRefused(() -> desk.arguments("a", new String[] {"b"}));
      desk.arguments("a:b", null);
      desk.arguments("a", "b:");
      desk.arguments(null, "a:b");
      assertRefused(() -> desk.arguments("a:b", null));
      desk.numbers(1, 2);
      desk.numbers(12);
      desk.numbers();
      assertRefused(() -> desk.numbers(1, 2));
      assertRefused(desk::numbers);
      desk.any(Arrays.asList("x", null, new int[] {1}));
      assertRefused(() -> desk.any(Arrays.asList("x", null, new int[] {1})));
    });
  }

  @Test
  void keysWithoutAUsefulTextAreErrors() {
    desk(desk -> {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> desk.any(new Mute()))
          .withMessageContaining("\"#any\"")
          .withMessageContaining(Mute.class.getName());
      assertThatIllegalArgumentException().isThrownBy(() -> desk.any(List.of(new Mute())));
      assertThatIllegalArgumentException().isThrownBy(() -> desk.arguments("a", new Mute()));
    });
  }
}
