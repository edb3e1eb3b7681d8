// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DocumentSnippetsTest {
  /** A comment that names a file, and the block of code below it. */
  private static final Pattern SNIPPET =
      Pattern.compile("<!-- from (\\S+) -->\n```\\w+\n(.*?)```\n", Pattern.DOTALL);

  private final Path root = Repository.locate().root();

  @Test
  void documentedCodeMatchesItsFile() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path document : documents()) {
      Matcher snippet = SNIPPET.matcher(Files.readString(document));
      while (snippet.find()) {
        String file = Files.readString(root.resolve(snippet.group(1)));
        assertThat(file).as("%s, from %s", document, snippet.group(1)).contains(snippet.group(2));
        found.add(snippet.group(1));
      }
    }
    assertThat(found).as("snippets, or this test sees none").isNotEmpty();
  }

  private List<Path> documents() throws IOException {
    try (Stream<Path> files = Files.list(root.resolve("docs"))) {
      return Stream.concat(Stream.of(root.resolve("README.md")), files)
          .filter(file -> file.toString().endsWith(".md"))
          .toList();
    }
  }
}
