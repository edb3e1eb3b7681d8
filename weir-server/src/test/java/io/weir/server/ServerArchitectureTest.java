// SPDX-License-Identifier: Apache-2.0
package io.weir.server;

import io.weir.testkit.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ServerArchitectureTest {
  @Test
  void classesFollowTheArchitectureRules() {
    ArchitectureRules.check("io.weir.server", "io.weir.yaml");
  }
}
