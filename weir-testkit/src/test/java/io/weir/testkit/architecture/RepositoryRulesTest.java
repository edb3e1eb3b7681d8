// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Applies the rules to this repository. */
class RepositoryRulesTest {
  static List<Path> modules() {
    return Repository.locate().modules();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void sourcesFollowTheRules(Path module) {
    assertThat(SourceRules.allViolations(module)).isEmpty();
  }

  @Test
  void classesOfCoreAndTestkitFollowTheRules() {
    ArchitectureRules.check("io.weir");
  }

  @Test
  void modulesAreFoundFromAnywhereInside() {
    assertThat(modules())
        .extracting(module -> module.getFileName().toString())
        .contains("weir-core", "weir-testkit", "weir-cli", "weir-benchmarks");
  }

  @Test
  void aFolderOutsideAnyRepositoryIsRefused(@TempDir Path folder) {
    assertThat(Files.exists(folder.resolve(".mvn"))).isFalse();
    assertThatThrownBy(() -> Repository.above(folder))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(folder.toString());
  }
}
