// SPDX-License-Identifier: Apache-2.0
package io.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.spring.properties.RuleProperties;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.json.JsonParserFactory;

class DocumentationTest {
  private static final Pattern ROW =
      Pattern.compile("^\\| `(weir\\.[^`]+)` \\| (?:`([^`]*)`)? ?\\|", Pattern.MULTILINE);

  @Test
  void allPropertiesAreListedWithTheirDefaults() throws IOException {
    Map<String, String> written = new TreeMap<>();
    String page = Files.readString(Path.of("..", "docs", "spring.md"));
    int start = page.indexOf("## Properties");
    Matcher rows = ROW.matcher(page.substring(start, page.indexOf("## ", start + 3)));
    while (rows.find()) {
      written.put(rows.group(1), rows.group(2) == null ? "" : rows.group(2));
    }

    assertThat(written).isEqualTo(properties());
  }

  /** Returns the properties in the compiler's metadata, and those of rules, which it does not contain. */
  private static Map<String, String> properties() throws IOException {
    Map<String, String> properties = new TreeMap<>();
    try (InputStream metadata = DocumentationTest.class.getResourceAsStream(
        "/META-INF/spring-configuration-metadata.json")) {
      assertThat(metadata).isNotNull();
      Map<String, Object> json = JsonParserFactory.getJsonParser()
          .parseMap(new String(metadata.readAllBytes(), StandardCharsets.UTF_8));
      for (Object entry : (List<?>) json.getOrDefault("properties", List.of())) {
        Map<?, ?> property = (Map<?, ?>) entry;
        String name = String.valueOf(property.get("name"));
        if (name.startsWith("weir.")) {
          properties.put(name, text(property.get("defaultValue")));
        }
      }
    }
    Arrays.stream(RuleProperties.class.getDeclaredConstructors()[0].getParameters())
        .forEach(parameter -> {
          DefaultValue value = parameter.getAnnotation(DefaultValue.class);
          properties.put(
              "weir.web.rules.NAME." + parameter.getName(),
              value == null ? "" : String.join(",", value.value()));
        });
    return properties;
  }

  private static String text(@Nullable Object value) {
    if (value == null || value.equals(List.of())) {
      return "";
    }
    return value.toString().toLowerCase(Locale.ROOT);
  }
}
