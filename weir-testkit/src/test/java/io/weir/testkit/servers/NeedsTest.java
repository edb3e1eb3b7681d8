// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.testkit.servers.local.Machine;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

class NeedsTest {
  private static final String EXTERNAL = "redis://redis.example:7000";

  @Test
  void theServerOfTheEnvironmentComesFirst() {
    assertThat(on("amd64", Map.of(Needs.TEST_REDIS_URI, EXTERNAL)).anyRedis()).isEqualTo(EXTERNAL);
    assertThat(on("s390x", Map.of(Needs.TEST_REDIS_URI, EXTERNAL)).anyRedis()).isEqualTo(EXTERNAL);
  }

  @Test
  void withoutOneTheSharedServerIsUsed() {
    Needs.ofThisMachine().requireRedis(RedisBinary.OVERRIDE);

    assertThat(on("amd64", Map.of(Needs.TEST_REDIS_URI, "")).anyRedis())
        .isEqualTo(RedisServer.shared().uri());
  }

  @Test
  void withoutABinaryTheTestIsSkippedAndToldWhatHelps() {
    assertThatThrownBy(() -> on("s390x", Map.of()).anyRedis())
        .isInstanceOf(TestAbortedException.class)
        .hasMessage(
            "there is no Redis binary for Linux s390x; set WEIR_TEST_REDIS_URI to run them");
  }

  @Test
  void anExternalServerDoesNotServeATestThatNeedsItsOwn() {
    Needs needs = on("s390x", Map.of(Needs.TEST_REDIS_URI, EXTERNAL));

    assertThatThrownBy(() -> needs.requireRedis(RedisBinary.OVERRIDE))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("set WEIR_REDIS_BINARY");
  }

  @Test
  void whereServersAreRequiredTheTestFailsInstead() {
    assertThatThrownBy(() -> on("s390x", Map.of(Needs.REQUIRE_SERVERS, "1")).anyRedis())
        .isInstanceOf(AssertionError.class)
        .hasMessage("WEIR_REQUIRE_SERVERS is 1, but there is no Redis binary for Linux s390x;"
            + " set WEIR_TEST_REDIS_URI");
  }

  /** A machine of this kind. */
  static Needs on(String osArch, Map<String, String> environment) {
    Path parent = Path.of(System.getProperty("java.io.tmpdir"));
    return new Needs(new Machine("Linux", osArch, environment, parent));
  }
}
