// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

@Tag("integration")
class SkippedTestsTest {
  private static final String WHY = "there is no Redis binary for Linux s390x; set ";

  /** Some of its tests lack a server, one is skipped for another reason, one passes. */
  static final class Mixed {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void needsAny(int unused) {
      RequiredServersTest.on("s390x", Map.of()).anyRedis();
    }

    @Test
    void needsItsOwn() {
      RequiredServersTest.on("s390x", Map.of()).requireRedis(RedisBinary.OVERRIDE);
    }

    @Test
    void skippedForAnotherReason() {
      assumeTrue(false);
    }

    @Test
    void passes() {}
  }

  /** None of its tests is ever reached. */
  static final class AllTogether {
    @BeforeAll
    static void open() {
      RequiredServersTest.on("s390x", Map.of()).anyRedis();
    }

    @Test
    void one() {}

    @Test
    void two() {}
  }

  /** It requires no server. */
  static final class Content {
    @Test
    void passes() {}
  }

  @Test
  void testsSkippedForAServerAreCountedByReason() {
    assertThat(linesAfter(Mixed.class))
        .containsExactly(
            "weir: 1 test was skipped, because " + WHY + "WEIR_REDIS_BINARY to run them",
            "weir: 3 tests were skipped, because " + WHY + "WEIR_TEST_REDIS_URI to run them");
  }

  @Test
  void aClassThatIsSkippedAsAWholeCountsAllItsTests() {
    assertThat(linesAfter(AllTogether.class, Mixed.class))
        .contains("weir: 5 tests were skipped, because " + WHY + "WEIR_TEST_REDIS_URI to run them");
  }

  @Test
  void aRunWithoutSkippedTestsLogsNothing() {
    assertThat(linesAfter(Content.class)).isEmpty();
  }

  @Test
  void everyRunHasTheListener() {
    assertThat(ServiceLoader.load(TestExecutionListener.class))
        .hasAtLeastOneElementOfType(SkippedTests.class);
  }

  private static List<String> linesAfter(Class<?>... tests) {
    List<String> lines = new ArrayList<>();
    var request = LauncherDiscoveryRequestBuilder.request();
    for (Class<?> test : tests) {
      request.selectors(selectClass(test));
    }
    // Without the registered listener, which would report tests to this build that are not part of
    // it.
    LauncherConfig config = LauncherConfig.builder()
        .enableTestExecutionListenerAutoRegistration(false)
        .build();
    LauncherFactory.create(config).execute(request.build(), new SkippedTests(lines::add));
    return lines;
  }
}
