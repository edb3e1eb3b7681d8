// SPDX-License-Identifier: Apache-2.0
package io.weir.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.alerts.promql.Expression.Matcher;
import io.weir.server.alerts.promql.Expression.Selector;
import io.weir.server.metrics.ServerMetrics;
import io.weir.testkit.architecture.Repository;
import io.weir.time.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class AlertRulesTest {
  /** The labels that Prometheus adds to every scrape. */
  private static final List<String> OF_PROMETHEUS = List.of("job", "instance", "le");

  static Stream<AlertRule> rules() {
    return AlertRule.all().stream();
  }

  @ParameterizedTest
  @MethodSource("rules")
  void rulesNameOnlyExistingMetricsAndLabels(AlertRule rule) {
    List<String> lines =
        new ServerMetrics(new ManualClock(0), "1").scrape().lines().toList();

    rule.condition()
        .selectors()
        .filter(each -> !each.name().equals("up"))
        .forEach(selector -> assertShown(selector, lines));
  }

  private static void assertShown(Selector selector, List<String> lines) {
    List<String> series = lines.stream()
        .filter(line ->
            line.startsWith(selector.name() + "{") || line.startsWith(selector.name() + " "))
        .toList();
    assertThat(series).as(selector.name()).isNotEmpty();
    for (Matcher matcher : selector.matchers()) {
      if (!OF_PROMETHEUS.contains(matcher.label())) {
        alternatives(matcher)
            .forEach(value -> assertThat(series)
                .as("%s of %s", matcher, selector.name())
                .anyMatch(line -> Pattern.compile(matcher.label() + "=\"(" + value + ")\"")
                    .matcher(line)
                    .find()));
      }
    }
  }

  /** Each alternative of a pattern without parentheses must exist by itself. */
  private static Stream<String> alternatives(Matcher matcher) {
    return matcher.value().contains("(")
        ? Stream.of(matcher.value())
        : Arrays.stream(matcher.value().split("\\|"));
  }

  @ParameterizedTest
  @MethodSource("rules")
  void everyAlertHasASeverityAndADescription(AlertRule rule) {
    assertThat(rule.name()).matches("Weir[A-Za-z]+");
    assertThat(rule.labels().get("severity")).isIn("critical", "warning");
    assertThat(rule.annotations()).containsOnlyKeys("summary", "description");
    assertThat(rule.annotations().values())
        .allSatisfy(text -> assertThat(text).endsWith(".").doesNotContain("\n"));
    assertThat(rule.annotations().get("summary")).contains("$labels.instance");
  }

  private static List<String> page() throws IOException {
    return Files.readAllLines(Repository.locate().root().resolve("docs/alerts.md"));
  }

  @Test
  void thePageListsEveryAlertOnceWithItsSeverity() throws IOException {
    List<String> rows = rules()
        .map(rule -> "| `" + rule.name() + "` | " + rule.labels().get("severity"))
        .toList();
    List<String> onPage = page().stream()
        .filter(line -> line.startsWith("| `Weir"))
        .map(line -> line.substring(0, line.lastIndexOf(" | ")))
        .toList();

    assertThat(rows).doesNotHaveDuplicates().isNotEmpty();
    assertThat(onPage).isEqualTo(rows);
  }

  @ParameterizedTest
  @MethodSource("rules")
  void everyAlertHasATriggeringFailureOnThePage(AlertRule rule) throws IOException {
    assertThat(page().stream()
            .filter(line -> line.startsWith("| ") && !line.startsWith("| `Weir"))
            .filter(line -> line.contains("`" + rule.name() + "`")))
        .isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("rules")
  void everyAlertIsExpectedByATest(AlertRule rule) throws IOException {
    Pattern expected = Pattern.compile("\"" + rule.name() + "(?: on [a-z0-9-]+)?\"");
    List<String> tests = new ArrayList<>();
    try (Stream<Path> sources = Files.list(
        Repository.locate().root().resolve("weir-server/src/test/java/io/weir/server/alerts"))) {
      for (Path source :
          sources.filter(each -> each.toString().endsWith("Test.java")).toList()) {
        if (expected.matcher(Files.readString(source)).find()) {
          tests.add(source.getFileName().toString());
        }
      }
    }

    assertThat(tests).as("tests that expect %s", rule.name()).isNotEmpty();
  }
}
