// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.tags;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary.Failure;

class UntaggedCostTest {
  static final AtomicLong COMPUTED_NANOS = new AtomicLong();
  static final AtomicLong COST_NANOS = new AtomicLong();

  @BeforeEach
  void reset() {
    COMPUTED_NANOS.set(5);
  }

  private static List<String> failuresOf(Class<?> type, Duration cost) {
    COST_NANOS.set(cost.toNanos());
    SummaryGeneratingListener summary = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(type))
                .build(),
            summary);
    assertThat(summary.getSummary().getTestsSucceededCount()).isEqualTo(1);
    return summary.getSummary().getFailures().stream()
        .map(Failure::getException)
        .map(failure -> Objects.requireNonNullElse(failure.getMessage(), ""))
        .toList();
  }

  @Test
  void aClassWithoutATagMayComputeForTwentySeconds() {
    assertThat(failuresOf(Untagged.class, Duration.ofSeconds(20))).isEmpty();
    assertThat(failuresOf(Untagged.class, Duration.ofMillis(20_100)))
        .containsExactly(
            Untagged.class.getName()
                + " computed for 20.1 s, but a test class without a tag may for 20 s: tag it, say as stress");
  }

  @Test
  void aClassWithATagMayComputeForLonger() {
    assertThat(failuresOf(Tagged.class, Duration.ofMinutes(10))).isEmpty();
  }

  @Test
  void jUnitFindsIt() {
    assertThat(ServiceLoader.load(Extension.class)).hasAtLeastOneElementOfType(UntaggedCost.class);
  }
}

/** Costs what it is told to. */
class Untagged {
  @RegisterExtension
  static final UntaggedCost COST = new UntaggedCost(UntaggedCostTest.COMPUTED_NANOS::get);

  @Test
  void computes() {
    UntaggedCostTest.COMPUTED_NANOS.addAndGet(UntaggedCostTest.COST_NANOS.get());
  }
}

/** The same, with a tag. */
@Tag("stress")
class Tagged {
  @RegisterExtension
  static final UntaggedCost COST = new UntaggedCost(UntaggedCostTest.COMPUTED_NANOS::get);

  @Test
  void computes() {
    UntaggedCostTest.COMPUTED_NANOS.addAndGet(UntaggedCostTest.COST_NANOS.get());
  }
}
