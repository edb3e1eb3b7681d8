// SPDX-License-Identifier: Apache-2.0
package io.weir.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.yaml.YamlValue.Mapping;
import io.weir.yaml.YamlValue.Scalar;
import io.weir.yaml.YamlValue.Sequence;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlFileTest {
  private static final YamlFormat FLAT = new YamlFormat(1_000, 0, "port: 7777");
  private static final YamlFormat NESTED = new YamlFormat(1_000, 2, "name: a");

  private static void assertProblems(String text, YamlProblem... problems) {
    assertThat(YamlFile.parse(text, NESTED).problems()).containsExactly(problems);
  }

  @ParameterizedTest
  @ValueSource(strings = {"no", "0777", "1e3", "2026-01-01", "-1500ms", "a = b", "!!int 5"})
  void aValueKeepsItsText(String value) {
    YamlFile file = YamlFile.parse("# settings\n\nkey: " + value, FLAT);

    assertThat(file.problems()).isEmpty();
    assertThat(file.entries()).isEqualTo(Map.of("key", new Scalar(value.replace("!!int ", ""), 3)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "~", "null", "# nothing"})
  void aMissingValueIsEmpty(String value) {
    assertThat(YamlFile.parse("key: " + value, FLAT).entries())
        .isEqualTo(Map.of("key", new Scalar("", 1)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "# only a comment\n", "---\n", "\uFEFF", "~"})
  void aFileWithoutValuesHasNoEntries(String text) {
    assertThat(YamlFile.parse(text, FLAT)).isEqualTo(new YamlFile(Map.of(), List.of()));
  }

  @Test
  void listsAndMapsKeepTheLineOfEachValue() {
    YamlFile file =
        YamlFile.parse("\uFEFFloads: [1,\n  2]\nfaults:\n  - at: 60s\n    kind: pause\n", NESTED);

    assertThat(file.problems()).isEmpty();
    assertThat(file.entries())
        .containsExactly(
            Map.entry("loads", new Sequence(List.of(new Scalar("1", 1), new Scalar("2", 2)), 1)),
            Map.entry(
                "faults",
                new Sequence(
                    List.of(new Mapping(
                        Map.of("at", new Scalar("60s", 4), "kind", new Scalar("pause", 5)), 4)),
                    3)));
  }

  @Test
  void deeplyNestedValuesAreReportedAndTheRestIsRead() {
    YamlFile file = YamlFile.parse("a: [[[1]]]\nb:\n  - c: {d: 1}\ne: 1\n", NESTED);

    assertThat(file.problems())
        .containsExactly(
            new YamlProblem("a[0][0]", 1, "must be a single value"),
            new YamlProblem("b[0].c", 3, "must be a single value"));
    assertThat(file.entries()).containsKey("e");
  }

  @Test
  void aFlatFormatHasNoListsAndNoAliases() {
    assertThat(YamlFile.parse("a: [1]\nb: &x 1\nc: *x\nd: {}", FLAT).problems())
        .containsExactly(
            new YamlProblem("a", 1, "must be a single value"),
            new YamlProblem("c", 3, "must be a single value"),
            new YamlProblem("d", 4, "must be a single value"));
  }

  @Test
  void allProblemsAreReportedAtOnce() {
    assertProblems(
        "a: 1\na: [2, 3]\n? [1]\n: 2\nb:\n  - c: 1\n    c: 2\n",
        new YamlProblem("a", 2, "must be given only once, but is also on line 1"),
        new YamlProblem("", 3, "has a key that is not a plain name"),
        new YamlProblem("b[0].c", 7, "must be given only once, but is also on line 6"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[1] | 1 | must be a map of settings, such as name: a",
        "text | 1 | must be a map of settings, such as name: a",
        "'a: 1\n---\nb: 2' | 2 | contains more than one document",
        "'a: 1\nb: [' | 2 | is not YAML: expected the node content, but found '<stream end>'",
      })
  void aTextWithoutAMapIsReported(String text, int line, String reason) {
    assertProblems(text, new YamlProblem("", line, reason));
  }

  @Test
  void anUnreadableFileIsReported(@TempDir Path folder) throws IOException {
    Path latin =
        Files.write(folder.resolve("latin"), "a: für".getBytes(StandardCharsets.ISO_8859_1));
    Path large = Files.write(folder.resolve("large"), new byte[1_001]);

    assertThat(reasons(folder.resolve("none"))).containsExactly("does not exist");
    assertThat(reasons(folder)).containsExactly("is a folder");
    assertThat(reasons(latin)).containsExactly("is not UTF-8 text");
    assertThat(reasons(large)).containsExactly("has more than 1000 bytes");
  }

  private static List<String> reasons(Path file) {
    return YamlFile.read(file, FLAT).problems().stream()
        .map(YamlProblem::reason)
        .toList();
  }
}
