// SPDX-License-Identifier: Apache-2.0
package io.weir.redis;

import io.weir.testkit.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class RedisArchitectureTest {
  @Test
  void classesFollowTheArchitectureRules() {
    ArchitectureRules.check("io.weir.redis");
  }
}
