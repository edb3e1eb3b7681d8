// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.properties;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.spring.autoconfigure.WeirAutoConfiguration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ByteArrayResource;

class RulesByNameTest {
  private static final String YAML = """
      weir.web.rules:
        search: { path: /search, limit: 100, duration: 60s, fallback: allow }
        login: { path: /login, methods: [POST], limit: 5, duration: 60s }
        api-key: { path: /api/**, identifier: "header:X-Api-Key", limit: 50, duration: 60s }
        "[My rule]": { path: /mine, limit: 1, duration: 60s }
      """;

  private static final String LIST = """
      weir.web.rules:
        - { name: z, path: /z, limit: 1, duration: 60s }
        - { name: a, path: /a, limit: 2, duration: 60s }
      """;

  private static ApplicationContextRunner runner(String yaml) {
    return new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(WeirAutoConfiguration.class))
        .withInitializer(context -> {
          try {
            new YamlPropertySourceLoader()
                .load(
                    "application.yml",
                    new ByteArrayResource(yaml.getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                .forEach(context.getEnvironment().getPropertySources()::addLast);
          } catch (java.io.IOException e) {
            throw new AssertionError(e);
          }
        });
  }

  private static ApplicationContextRunner with(
      ApplicationContextRunner runner, Map<String, Object> variables) {
    return runner.withInitializer(context -> context
        .getEnvironment()
        .getPropertySources()
        .replace(
            "systemEnvironment",
            new SystemEnvironmentPropertySource("systemEnvironment", variables)));
  }

  private static void rules(
      ApplicationContextRunner runner, Consumer<List<RuleProperties>> assertions) {
    runner.run(context -> {
      assertThat(context).hasNotFailed();
      assertions.accept(context.getBean(WeirProperties.class).web().namedRules());
    });
  }

  private static Map<String, Long> limits(List<RuleProperties> rules) {
    Map<String, Long> limits = new TreeMap<>();
    rules.forEach(rule -> limits.put(rule.name(), rule.limit()));
    return limits;
  }

  @Test
  void rulesHaveTheirNamesInOrder() {
    rules(runner(YAML), rules -> {
      assertThat(rules)
          .extracting(RuleProperties::name)
          .containsExactly("My rule", "api-key", "login", "search");
      assertThat(rules.get(1).identifier()).containsExactly("header:X-Api-Key");
      assertThat(rules.get(2).methods()).containsExactly("POST");
      assertThat(rules.get(2).fallback()).isNull();
      assertThat(rules.get(3).fallback()).isEqualTo(ServerProperties.FallbackChoice.ALLOW);
    });
  }

  @ParameterizedTest
  @CsvSource({
    "WEIR_WEB_RULES_LOGIN_LIMIT, login",
    "WEIR_WEB_RULES_APIKEY_LIMIT, api-key",
    "WEIR_WEB_RULES_API_KEY_LIMIT, api-key",
  })
  void variablesChangeSingleRules(String variable, String rule) {
    rules(with(runner(YAML), Map.of(variable, "7")), rules -> {
      Map<String, Long> expected =
          new TreeMap<>(Map.of("search", 100L, "login", 5L, "api-key", 50L, "My rule", 1L));
      expected.put(rule, 7L);
      assertThat(limits(rules)).isEqualTo(expected);
      assertThat(rules)
          .filteredOn(each -> "login".equals(each.name()))
          .allSatisfy(each -> assertThat(each.methods()).containsExactly("POST"));
    });
  }

  @Test
  void argumentsAndProfilesChangeSingleRules() {
    rules(
        runner(YAML)
            .withPropertyValues(
                "weir.web.rules.login.limit=9", "weir.web.rules.api-key.duration=1h"),
        rules -> {
          assertThat(limits(rules)).containsEntry("login", 9L).hasSize(4);
          assertThat(rules.get(1).duration()).hasHours(1);
        });
  }

  @Test
  void rulesMayBeAListThatAnotherSourceReplaces() {
    rules(
        runner(LIST),
        rules -> assertThat(rules).extracting(RuleProperties::name).containsExactly("z", "a"));
    rules(
        runner(LIST)
            .withPropertyValues(
                "weir.web.rules[0].name=c",
                "weir.web.rules[0].limit=3",
                "weir.web.rules[0].duration=60s"),
        rules -> {
          assertThat(limits(rules)).isEqualTo(Map.of("c", 3L));
          assertThat(rules.get(0).path()).containsExactly("/**");
        });
  }

  @Test
  void longListsKeepTheirOrder() {
    StringBuilder yaml = new StringBuilder("weir.web.rules:\n");
    for (int i = 0; i < 12; i++) {
      yaml.append("  - { name: r").append(i).append(", limit: 1, duration: 60s }\n");
    }

    rules(
        runner(yaml.toString()),
        rules -> assertThat(rules).extracting(RuleProperties::name).endsWith("r9", "r10", "r11"));
  }

  @Test
  void namesAndListsCannotBeMixed() {
    with(runner(LIST), Map.of("WEIR_WEB_RULES_LOGIN_LIMIT", "7"))
        .run(context -> assertThat(context.getStartupFailure())
            .hasStackTraceContaining("weir.web.rules mixes a list with named rules (login)"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "weir.web.rules.login.limit=-1 | web.rules.login.limit | must be 0 to",
        "weir.web.rules.login.path=login | web.rules.login.path[0] | must begin with /",
        "weir.web.rules.new.limit=5 | web.rules.new.duration | must be set",
        "weir.web.rules.new.name=login | web.rules.new.name | is also the name of weir.web.rules.login",
        "weir.web.rules.login.limt=5 | weir.web.rules.login.limt | left unbound",
        "weir.web.rules.login.fallback=maybe | weir.web.rules.login.fallback | maybe",
      })
  void faultyRulesAreReported(String property, String field, String reason) {
    runner(YAML)
        .withPropertyValues(property)
        .run(context -> assertThat(context.getStartupFailure())
            .hasStackTraceContaining(field)
            .hasStackTraceContaining(reason));
  }
}
