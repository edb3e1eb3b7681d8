// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Verifies that every rule about sources reports violations, and that its message contains the place, the value and
 * the maximum.
 */
class SourceRulesTest {
  private static final String CELL = "io/weir/cell/Cell.java";
  private static final String PATH = "planted/src/main/java/" + CELL;

  @TempDir
  private Path folder = Path.of("");

  private PlantedCode code() {
    return new PlantedCode(folder);
  }

  private List<String> faults(SourceRules rule, PlantedCode code) {
    return rule.violations(code.module()).stream().map(RuleViolation::toString).toList();
  }

  private List<String> faultsOfBody(SourceRules rule, String body) {
    return faults(
        rule, code().main(CELL, "package io.weir.cell;\nclass Cell {\n" + body + "\n}\n"));
  }

  @Test
  void aCleanModulePasses() {
    PlantedCode clean = code()
        .main("module-info.java", "module io.weir.core {}")
        .main(
            "io/weir/cell/package-info.java",
            "/** Counts in memory. */ @NullMarked package io.weir.cell; import org.jspecify.annotations.NullMarked;")
        .main(CELL, "package io.weir.cell; class Cell { String s = \"System.out\"; }")
        .test(
            "io/weir/cell/CellTest.java",
            "package io.weir.cell; class CellTest { void t() { System.out.println(); } }");

    assertThat(SourceRules.allViolations(clean.module())).isEmpty();
  }

  @Test
  void aModuleWithoutSourcesPasses() {
    assertThat(SourceRules.allViolations(folder)).isEmpty();
  }

  @Test
  void invalidJavaIsRefused() {
    PlantedCode broken = code().main(CELL, "package io.weir.cell; class {");

    assertThatThrownBy(() -> SourceRules.allViolations(broken.module()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Cell.java");
  }

  @Test
  void filesHaveAMaximumLength() {
    String longest = "package io.weir.cell;\n" + "// line\n".repeat(398) + "class Cell {}\n";

    assertThat(faults(SourceRules.FILE_LENGTH, code().main(CELL, longest))).isEmpty();
    assertThat(faults(SourceRules.FILE_LENGTH, code().test(CELL, "// line\n" + longest)))
        .containsExactly("planted/src/test/java/" + CELL + ":401: lines in file: 401, maximum 400");
  }

  @Test
  void recordsHaveAMaximumOfComponents() {
    String most = "record Row(int a, int b, int c, int d, int e, int f, int g) {}";

    assertThat(faultsOfBody(SourceRules.RECORD_COMPONENTS, most)).isEmpty();
    assertThat(faultsOfBody(SourceRules.RECORD_COMPONENTS, most.replace("int g", "int g, int h")))
        .containsExactly(PATH + ":3: components of record Row: 8, maximum 7");
    assertThat(faultsOfBody(
            SourceRules.RECORD_COMPONENTS,
            most.replace("int g", "int g, int h").replace("Row", "RowProperties")))
        .isEmpty();
  }

  @Test
  void methodsHaveAMaximumLength() {
    String longest = "@Deprecated\nvoid grow() {\n" + "// line\n".repeat(37) + "}";

    assertThat(faultsOfBody(SourceRules.METHOD_LENGTH, longest)).isEmpty();
    assertThat(faultsOfBody(SourceRules.METHOD_LENGTH, "/** Doc. */\n@Override\n" + longest))
        .containsExactly(PATH + ":4: lines in Cell.grow: 41, maximum 40");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Cell() {\n%s}",
        "static {\n%s}",
        "class Inner { void grow() {\n%s} }",
        "Object o = new Object() { void grow() {\n%s} };"
      })
  void methodsOfAllKindsHaveACeiling(String method) {
    assertThat(faultsOfBody(SourceRules.METHOD_LENGTH, method.formatted("\n".repeat(40))))
        .hasSize(1);
  }

  @Test
  void parametersHaveAMaximumNumber() {
    assertThat(faultsOfBody(SourceRules.PARAMETERS, "Cell(int a, int b, int c, int d) {}"))
        .isEmpty();
    assertThat(faultsOfBody(SourceRules.PARAMETERS, "void a(int a, int b, int c, int d, int e) {}"))
        .containsExactly(PATH + ":3: parameters of Cell.a: 5, maximum 4");
    assertThat(faultsOfBody(SourceRules.PARAMETERS, "Cell(int a, int b, int c, int d, int e) {}"))
        .containsExactly(PATH + ":3: parameters of constructor of Cell: 5, maximum 4");
  }

  @Test
  void aRecordMayHaveMoreComponents() {
    String header = "record R(int a, int b, int c, int d, int e) { static final int X = 1;\n%s\n}";

    assertThat(faultsOfBody(SourceRules.PARAMETERS, header.formatted(""))).isEmpty();
    assertThat(faultsOfBody(SourceRules.PARAMETERS, header.formatted("R { assert a > 0; }")))
        .isEmpty();
    assertThat(faultsOfBody(
            SourceRules.PARAMETERS,
            header.formatted("R(int a, int b, int c, int d, int e)"
                + " { this.a = a; this.b = b; this.c = c; this.d = d; this.e = e; }")))
        .isEmpty();
    assertThat(faultsOfBody(
            SourceRules.PARAMETERS,
            header.formatted("R(long a, int b, int c, int d, int e) { this(1, b, c, d, e); }")))
        .hasSize(1);
  }

  @Test
  void packagesHaveAMaximumSize() {
    PlantedCode code = code().main("io/weir/cell/package-info.java", "package io.weir.cell;");
    for (char name = 'A'; name <= 'T'; name++) {
      code.type("io.weir.cell." + name);
    }

    assertThat(faults(SourceRules.PACKAGE_SIZE, code)).isEmpty();

    code.test("io/weir/cell/InTest.java", "package io.weir.cell; class InTest {}");
    assertThat(faults(SourceRules.PACKAGE_SIZE, code)).isEmpty();

    code.type("io.weir.cell.U");
    assertThat(faults(SourceRules.PACKAGE_SIZE, code))
        .singleElement()
        .asString()
        .endsWith("types in package io.weir.cell: 21, maximum 20");
  }

  @Test
  void packagesHaveADescription() {
    assertThat(faults(SourceRules.PACKAGE_INFO, code().type("io.weir.cell.Cell")))
        .containsExactly("planted/src/main/java/io/weir/cell:1: package-info.java is missing");
    assertThat(faultsOfPackageInfo("@NullMarked package io.weir.cell;"))
        .singleElement()
        .asString()
        .endsWith("the package comment is not a sentence");
    assertThat(faultsOfPackageInfo("/** Cells. */ @NullMarked package io.weir.cell;"))
        .singleElement()
        .asString()
        .endsWith("the package comment is not a sentence");
    assertThat(faultsOfPackageInfo("/** Counts in memory. */ package io.weir.cell;"))
        .singleElement()
        .asString()
        .endsWith("package is not @NullMarked");
  }

  private List<String> faultsOfPackageInfo(String text) {
    return faults(SourceRules.PACKAGE_INFO, code().main("io/weir/cell/package-info.java", text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Disabled", "Ignore", "org.junit.jupiter.api.Disabled", "DisabledOnOs"})
  void noTestIsDisabled(String annotation) {
    PlantedCode code =
        code().test(CELL, "class CellTest {\n@" + annotation + "(\"later\") void t() {}\n}");

    assertThat(faults(SourceRules.DISABLED_TESTS, code))
        .singleElement()
        .asString()
        .contains("Cell.java:2: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "class CellTest {\n@DisplayName(\"a cell\") void t() {}\n}",
        "class CellTest {\n@org.junit.jupiter.api.DisplayName(\"a cell\") void t() {}\n}",
        "class CellTest {\n@DisplayName(\"a cell\") class Inner {}\n}"
      })
  void displayNamesAreRefused(String text) {
    String expected = "planted/src/test/java/" + CELL + ":2: display name of a test: @DisplayName";

    assertThat(faults(SourceRules.DISPLAY_NAMES, code().test(CELL, text)))
        .containsExactly(expected);
  }

  @Test
  void displayNamesInMainAreRefused() {
    assertThat(faultsOfBody(SourceRules.DISPLAY_NAMES, "@DisplayName(\"a cell\") void t() {}"))
        .containsExactly(PATH + ":3: display name of a test: @DisplayName");
  }

  @Test
  void namesOfParameterizedCasesAreAllowed() {
    String text = "class CellTest { @ParameterizedTest(name = \"{0} ms\") void t(int n) {} }";

    assertThat(faults(SourceRules.DISPLAY_NAMES, code().test(CELL, text))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TO" + "DO", "FIX" + "ME"})
  void notesAboutUnfinishedWorkAreBanned(String word) {
    assertThat(faultsOfBody(SourceRules.INTENTIONS, "// " + word + ": later"))
        .containsExactly(PATH + ":3: to-do comment: " + word);
    assertThat(faultsOfBody(SourceRules.INTENTIONS, "// my" + word + "s")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "System.out.println()",
        "java.lang.System.err.flush()",
        "Runnable r = System.out::println"
      })
  void onlyCommandsAndBenchmarksPrint(String statement) {
    assertThat(faultsOfBody(SourceRules.CONSOLE_OUTPUT, "void print() { " + statement + "; }"))
        .singleElement()
        .asString()
        .startsWith(PATH + ":3: uses System.");

    PlantedCode cli = new PlantedCode(folder.resolve("cli"))
        .main(
            "io/weir/cli/Main.java",
            "package io.weir.cli; class Main { void print() { " + statement + "; } }");
    assertThat(faults(SourceRules.CONSOLE_OUTPUT, cli)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Thread.sleep(1)", "TimeUnit.SECONDS.sleep(1)", "Nap nap = Thread::sleep"})
  void testsMayNotSleepEither(String statement) {
    PlantedCode code = code().test(CELL, "class CellTest { void t() { " + statement + "; } }");

    assertThat(faults(SourceRules.SLEEPS, code)).singleElement().asString().contains("sleep");
  }

  @Test
  void importsOfSleepAreBannedToo() {
    PlantedCode code = code().test(CELL, "import static java.lang.Thread.sleep; class CellTest {}");

    assertThat(faults(SourceRules.SLEEPS, code)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"import java.util.Random; class T {}", "class T { double d = Math.random(); }"})
  void testsAreSeededToo(String text) {
    assertThat(faults(SourceRules.RANDOMNESS, code().test(CELL, text))).hasSize(1);
  }
}
