// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Limit;
import io.weir.WhenDegraded;
import io.weir.engine.Engine;
import io.weir.redis.Prefixes;
import io.weir.redis.RedisOrigin;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.RedisServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What three processes admit together while Redis is gone. */
@Tag("integration")
class ShareTest {
  @ParameterizedTest
  @CsvSource({"SHARE, 30, 30", "SHARE, 31, 30", "SHARE, 1, 3", "LOCAL, 30, 90"})
  void eachSpendsWhatTheLimitSaysForDegradedTimes(WhenDegraded choice, long limit, long together) {
    String prefix = Prefixes.unused();
    List<Member> members = new ArrayList<>();
    try (RedisServer server = Needs.ownRedis()) {
      for (int i = 0; i < 3; i++) {
        members.add(new Member(
            Limit.of(limit, Member.WINDOW).withWhenDegraded(choice),
            Engine.builder().origin(RedisOrigin.open(server.uri(), prefix)).closeMillis(10)));
      }
      for (Member member : members) {
        Eventually.until("all know of all", () -> member.processes() == members.size());
      }

      server.kill();
      for (int i = 0; i < limit + 20; i++) {
        members.forEach(member -> member.check("alice"));
      }

      assertThat(members.stream().mapToLong(member -> member.admitted("alice")).sum())
          .isEqualTo(together);
    } finally {
      members.forEach(Member::close);
    }
  }
}
