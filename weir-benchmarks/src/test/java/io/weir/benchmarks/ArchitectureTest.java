// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks;

import io.weir.testkit.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  void classesFollowTheArchitectureRules() {
    ArchitectureRules.check("io.weir.benchmarks");
  }
}
