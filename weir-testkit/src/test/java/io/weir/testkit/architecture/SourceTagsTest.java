// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Proves that a test class without the tag that it needs is found. */
class SourceTagsTest {
  private static final String TAGS = "import org.junit.jupiter.api.Tag;\n";
  private static final String NEEDS = "import io.weir.testkit.servers.RequiredServers;\n";
  private static final String STARTS = "class CellTest { String uri = RequiredServers.redis(); }";
  private static final String NO_TAG = "starts processes, but has no tag integration";

  @TempDir
  private Path folder = Path.of("");

  private PlantedCode code() {
    return new PlantedCode(folder);
  }

  private PlantedCode cellTest(String text) {
    return code().test("io/weir/cell/CellTest.java", "package io.weir.cell;\n" + text);
  }

  private List<String> faults(PlantedCode code) {
    return SourceRules.TEST_TAGS.violations(code.module()).stream()
        .map(RuleViolation::fault)
        .toList();
  }

  @Test
  void everyListedTypeExists() {
    assertThat(SourceTags.PROCESSES)
        .allSatisfy(name -> assertThat(Class.forName(name)).isNotNull());
  }

  @Test
  void aTestThatStartsNothingNeedsNoTag() {
    assertThat(faults(cellTest(NEEDS + "/** Like {@link RequiredServers}. */ class CellTest {}")))
        .isEmpty();
  }

  @Test
  void aTestThatStartsAServerNeedsATag() {
    assertThat(faults(cellTest(NEEDS + STARTS))).containsExactly(NO_TAG);
    assertThat(faults(cellTest("class CellTest { Object o = new ProcessBuilder(\"ls\"); }")))
        .containsExactly(NO_TAG);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "@Tag(\"integration\") ",
        "@Tag(\"slow\") @Tag(\"alone\") ",
        "@Tag(value = \"packaged\") "
      })
  void oneOfTheTagsIsEnough(String tag) {
    assertThat(faults(cellTest(TAGS + NEEDS + tag + STARTS))).isEmpty();
  }

  @Test
  void stressSaysNothingAboutServers() {
    assertThat(faults(cellTest(TAGS + NEEDS + "@Tag(\"stress\") " + STARTS)))
        .containsExactly(NO_TAG);
  }

  @Test
  void aTestThatStartsAServerByWayOfARigNeedsATag() {
    PlantedCode code = cellTest("class CellTest extends Middle {}")
        .test("io/weir/cell/Middle.java", "package io.weir.cell; class Middle { Rig rig; }")
        .test(
            "io/weir/cell/Rig.java",
            "package io.weir.cell;\n" + NEEDS + "class Rig { RequiredServers n; }");

    assertThat(faults(code)).containsExactly(NO_TAG);
  }

  @Test
  void aTypeOfTheSameNameElsewhereIsAnother() {
    assertThat(faults(cellTest("import io.weir.other.RequiredServers;\n" + STARTS)))
        .isEmpty();
    assertThat(faults(cellTest(STARTS))).isEmpty();
  }

  @Test
  void aTestThatExploresInterleavingsNeedsATag() {
    String options = "import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;\n";
    String explores = "class CellTest { Object o = new ModelCheckingOptions(); }";

    assertThat(faults(cellTest(options + explores)))
        .containsExactly("explores interleavings, but has no tag stress");
    assertThat(faults(cellTest(TAGS + options + "@Tag(\"stress\") " + explores)))
        .isEmpty();
  }

  @Test
  void aTagThatNothingKnowsIsRefused() {
    assertThat(faults(cellTest(TAGS + "@Tag(\"fast\") class CellTest {}")))
        .containsExactly("unknown tag: fast");
  }
}
