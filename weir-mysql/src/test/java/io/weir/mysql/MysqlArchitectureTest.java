// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql;

import io.weir.testkit.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class MysqlArchitectureTest {
  @Test
  void classesFollowTheArchitectureRules() {
    ArchitectureRules.check("io.weir.mysql");
  }
}
