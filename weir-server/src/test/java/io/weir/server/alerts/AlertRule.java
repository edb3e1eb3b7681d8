// SPDX-License-Identifier: Apache-2.0
package io.weir.server.alerts;

import io.weir.server.alerts.promql.Expression;
import io.weir.server.alerts.promql.PromqlParser;
import io.weir.testkit.architecture.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * An alert rule of the file that is delivered.
 *
 * @param forMillis how long its condition must hold
 * @param annotations texts by name
 */
record AlertRule(
    String name,
    Expression condition,
    long forMillis,
    Map<String, String> labels,
    Map<String, String> annotations) {

  static Path file() {
    return Repository.locate().root().resolve("deploy/alerts/weir.rules.yaml");
  }

  static List<AlertRule> all() {
    try {
      Object file =
          new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file()));
      List<AlertRule> rules = new ArrayList<>();
      for (Object group : (List<?>) child(file, "groups")) {
        for (Object rule : (List<?>) child(group, "rules")) {
          rules.add(read((Map<?, ?>) rule));
        }
      }
      return rules;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static AlertRule read(Map<?, ?> rule) {
    return new AlertRule(
        String.valueOf(rule.get("alert")),
        PromqlParser.parse(String.valueOf(rule.get("expr"))),
        rule.get("for") == null ? 0 : PromqlParser.millis(String.valueOf(rule.get("for"))),
        texts(rule.get("labels")),
        texts(rule.get("annotations")));
  }

  private static Object child(Object parent, String name) {
    Object found = ((Map<?, ?>) parent).get(name);
    if (found == null) {
      throw new AssertionError("no " + name + " in " + parent);
    }
    return found;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, String> texts(@Nullable Object map) {
    return map == null ? Map.of() : (Map<String, String>) map;
  }
}
