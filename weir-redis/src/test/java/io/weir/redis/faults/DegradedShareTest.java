// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.LimitPolicy;
import io.weir.WhenDegraded;
import io.weir.engine.Engine;
import io.weir.redis.RedisOrigin;
import io.weir.redis.TestPrefixes;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What three processes admit together while Redis is unavailable. */
@Tag("integration")
class DegradedShareTest {
  @ParameterizedTest
  @CsvSource({"SHARE, 30, 30", "SHARE, 31, 30", "SHARE, 1, 3", "LOCAL, 30, 90"})
  void eachProcessSpendsWhatTheDegradedModeAllows(WhenDegraded choice, long limit, long together) {
    String prefix = TestPrefixes.unused();
    List<RegionProcess> members = new ArrayList<>();
    try (RedisServer server = RequiredServers.ownRedis()) {
      for (int i = 0; i < 3; i++) {
        members.add(new RegionProcess(
            LimitPolicy.of(limit, RegionProcess.WINDOW).withWhenDegraded(choice),
            Engine.builder().origin(RedisOrigin.open(server.uri(), prefix)).closeMillis(10)));
      }
      for (RegionProcess regionProcess : members) {
        Eventually.until("all know of all", () -> regionProcess.processes() == members.size());
      }

      server.kill();
      for (int i = 0; i < limit + 20; i++) {
        members.forEach(regionProcess -> regionProcess.check("alice"));
      }

      assertThat(members.stream()
              .mapToLong(regionProcess -> regionProcess.admitted("alice"))
              .sum())
          .isEqualTo(together);
    } finally {
      members.forEach(RegionProcess::close);
    }
  }
}
