// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Proves that a simple type name may exist only once in production code. */
class TypeNamesTest {
  @TempDir
  private Path folder = Path.of("");

  private List<String> faults(PlantedCode code) {
    return TypeNames.duplicates(List.of(code.module())).stream()
        .map(RuleViolation::toString)
        .toList();
  }

  @Test
  void aNameThatExistsTwiceIsReportedAtBothPlaces() {
    PlantedCode code = new PlantedCode(folder)
        .type("io.weir.cell.Cell")
        .main(
            "io/weir/world/Grid.java",
            "package io.weir.world;\nclass Grid {\n  record Cell() {}\n}");

    assertThat(faults(code))
        .containsExactlyInAnyOrder(
            "planted/src/main/java/io/weir/cell/Cell.java:1: type name used more than once: Cell",
            "planted/src/main/java/io/weir/world/Grid.java:3: type name used more than once: Cell");
  }

  @Test
  void testsMainClassesAndBuildersMayRepeatAName() {
    PlantedCode code = new PlantedCode(folder)
        .type("io.weir.cell.Cell")
        .type("io.weir.cell.Main")
        .type("io.weir.world.Main")
        .main("io/weir/cell/Rule.java", "package io.weir.cell; class Rule { class Builder {} }")
        .main("io/weir/cell/Plan.java", "package io.weir.cell; class Plan { class Builder {} }")
        .test("io/weir/cell/Cell.java", "package io.weir.cell; class Cell {}");

    assertThat(faults(code)).isEmpty();
  }

  @Test
  void thisRepositoryUsesEachNameOnce() {
    assertThat(TypeNames.duplicates(Repository.locate().modules())).isEmpty();
  }
}
