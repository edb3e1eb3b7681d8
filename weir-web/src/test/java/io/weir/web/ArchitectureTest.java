// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import io.weir.testkit.architecture.HouseRules;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  @DisplayName("Classes keep the rules of the house")
  void classesKeepTheRulesOfTheHouse() {
    HouseRules.check("io.weir.web");
  }
}
