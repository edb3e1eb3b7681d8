// SPDX-License-Identifier: Apache-2.0
package com.example.frombucket4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Verifies that the document shows exactly the code that these tests run. */
class SnippetsTest {
  private static final Path DOCUMENT = Path.of("../../docs/migrating-from-bucket4j.md");
  private static final Path SOURCES = Path.of("src/test/java");

  private static final Pattern REGION =
      Pattern.compile("( *)// tag::([\\w-]+)\\n(.*?) *// end::\\2\\n", Pattern.DOTALL);

  private static final Pattern SNIPPET =
      Pattern.compile("<!-- ([\\w-]+) -->\\n```java\\n(.*?)```\\n", Pattern.DOTALL);

  private static Map<String, String> regions() throws IOException {
    Map<String, String> regions = new TreeMap<>();
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path file : files
          .filter(each -> each.getFileName().toString().endsWith("Test.java"))
          .toList()) {
        Matcher found = REGION.matcher(Files.readString(file));
        while (found.find()) {
          int indent = found.group(1).length();
          String text = found
              .group(3)
              .lines()
              .map(line -> line.isEmpty() ? line : line.substring(indent))
              .collect(Collectors.joining("\n", "", "\n"));
          assertThat(regions.put(found.group(2), text)).as(found.group(2)).isNull();
        }
      }
    }
    return regions;
  }

  private static Map<String, String> snippets(String document) {
    Map<String, String> snippets = new TreeMap<>();
    Matcher found = SNIPPET.matcher(document);
    while (found.find()) {
      assertThat(snippets.put(found.group(1), found.group(2)))
          .as(found.group(1))
          .isNull();
    }
    return snippets;
  }

  @Test
  void everySnippetMatchesItsRegion() throws IOException {
    Map<String, String> regions = regions();

    assertThat(snippets(Files.readString(DOCUMENT))).isEqualTo(regions);
    assertThat(regions).hasSizeGreaterThan(20);
  }

  @Test
  void everyJavaBlockIsATestedSnippet() throws IOException {
    String document = Files.readString(DOCUMENT);
    List<String> names = new ArrayList<>(snippets(document).keySet());

    assertThat(document.split("```java", -1)).hasSize(names.size() + 1);
    assertThat(names.stream().filter(name -> name.startsWith("bucket4j-")))
        .allSatisfy(name -> assertThat(names).contains(name.replace("bucket4j-", "weir-")));
  }
}
