// SPDX-License-Identifier: Apache-2.0
package io.weir.server.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs every case of {@code src/clients/node} as a dynamic test. */
@Tag("packaged")
@Tag("clients")
@Timeout(600)
class ClientsTest {
  /** The minimum number of cases. Detects a runner that loses cases. */
  private static final int FEWEST = 140;

  @TestFactory
  Stream<DynamicTest> publishedUnkeyClientsWorkAgainstAServer(@TempDir Path folder)
      throws Exception {
    NodeRuntime nodeRuntime = NodeRuntime.required(
        Path.of("src", "clients", "node"), Path.of("target", "clients").toAbsolutePath());
    List<NodeRuntime.CaseResult> outcomes;
    try (ClientTestServers clientTestServers = ClientTestServers.open(folder)) {
      outcomes = nodeRuntime.test(clientTestServers.environment());
    }

    assertThat(outcomes).hasSizeGreaterThan(FEWEST);
    return outcomes.stream()
        .map(each -> DynamicTest.dynamicTest(
            each.name(), () -> assertThat(each.passed()).as(each.error()).isTrue()));
  }
}
