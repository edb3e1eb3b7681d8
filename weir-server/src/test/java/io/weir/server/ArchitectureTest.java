// SPDX-License-Identifier: Apache-2.0
package io.weir.server;

import io.weir.testkit.architecture.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  void classesKeepTheRulesOfTheHouse() {
    HouseRules.check("io.weir.server", "io.weir.yaml");
  }
}
