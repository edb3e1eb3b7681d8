// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.benchmarks.isolation.IsolationSettings.Lengths;
import io.weir.benchmarks.isolation.catalog.Attacks;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IsolationSettingsTest {
  @Test
  void withoutOptionsAllAttacksRunInFullLength() {
    IsolationSettings settings = IsolationSettings.parse(Map.of(), false, false);

    assertThat(settings)
        .isEqualTo(new IsolationSettings(Attacks.all(), Lengths.FULL, "256m", false, false));
  }

  @Test
  void optionsChooseAttackLengthHeapAndStore() {
    Map<String, String> options =
        Map.of("--only", "wildcards", "--seconds", "60", "--heap", "96m", "--store", "redis");

    IsolationSettings settings = IsolationSettings.parse(options, true, true);

    assertThat(IsolationSettings.faults(options)).isEmpty();
    assertThat(settings.attacks())
        .singleElement()
        .satisfies(attack -> assertThat(attack.name()).isEqualTo("wildcards"));
    assertThat(settings.lengths()).isEqualTo(new Lengths(Lengths.QUICK.warm(), 60_000, 60_000));
    assertThat(settings.heap()).isEqualTo("96m");
    assertThat(settings.redis()).isTrue();
  }

  @Test
  void everyWrongValueIsNamed() {
    Map<String, String> options =
        Map.of("--only", "everything", "--seconds", "3601", "--heap", "small", "--store", "disk");

    assertThat(IsolationSettings.faults(options))
        .hasSize(4)
        .anyMatch(fault -> fault.startsWith("--only must be one of big-bodies, "))
        .contains("--seconds must be a whole number from 1 to 3600, but was 3601")
        .contains("--heap must be a size such as 256m, but was small")
        .contains("--store must be embedded or redis, but was disk");
  }
}
