// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.shapes;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.simulator.traffic.SimulatedCheck;
import io.weir.simulator.traffic.TrafficContext;
import io.weir.simulator.traffic.TrafficSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that attacks send exactly the specified number of checks. */
class AttackShapesTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 7, 10, 30, 100})
  void theEvenSpreadIsExactInEachWindow(int load) {
    TrafficContext trafficContext = RecordedCheck.minutes(3, 1);

    List<RecordedCheck> all = RecordedCheck.all(
        new EvenSpread(70, 60_000, 0).traffic(trafficContext, load), trafficContext, 1);

    for (long window = 0; window < 3; window++) {
      assertThat(within(all, window * 60_000, 60_000)).as("window %d", window).hasSize(70 * load);
    }
    for (int region = 0; region < 10; region++) {
      int number = region;
      assertThat(all.stream().filter(each -> each.check().region() == number))
          .as("region %d", region)
          .hasSize(3 * 7 * load);
    }
  }

  @Test
  void theEvenSpreadVisitsRegionsInTurn() {
    TrafficContext trafficContext = RecordedCheck.minutes(1, 1);

    List<RecordedCheck> all = RecordedCheck.all(
        new EvenSpread(100, 60_000, 0).traffic(trafficContext, 6), trafficContext, 1);

    for (int i = 0; i < all.size(); i++) {
      assertThat(all.get(i).atMillis()).isEqualTo(i * 100L);
      assertThat(all.get(i).check().region()).isEqualTo(i % 10);
      assertThat(all.get(i).check().cost()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 59000, 59000", "0, 0, 0", "15000, 59000, 44000", "15000, 0, 45000"})
  void theEvenSpreadBeginsAtTheGivenWindowAge(long late, long phase, long expected) {
    TrafficContext trafficContext = new TrafficContext(10, RecordedCheck.START + late, 120_000, 1);

    List<RecordedCheck> all = RecordedCheck.all(
        new EvenSpread(1_000, 60_000, phase).traffic(trafficContext, 1), trafficContext, 1);

    assertThat(all.get(0).atMillis()).isEqualTo(expected);
    assertThat(within(all, expected, 60_000)).hasSize(1_000);
  }

  @Test
  void theRoamerStaysWhereItIsAllowed() {
    TrafficContext trafficContext = RecordedCheck.minutes(1, 1);
    TrafficSource roamer = new Roaming(100, 60_000, 3).traffic(trafficContext, 3);
    List<SimulatedCheck> all = new ArrayList<>();

    roamer.generateUntil(RecordedCheck.START + 60_000, simulatedCheck -> {
      all.add(simulatedCheck);
      roamer.decided(simulatedCheck, all.size() % 3 == 0); // at most two refusals in a row
    });

    assertThat(all)
        .hasSize(300)
        .allSatisfy(simulatedCheck -> assertThat(simulatedCheck.region()).isZero());
  }

  @Test
  void theRoamerMovesOnAfterRefusals() {
    TrafficContext trafficContext = new TrafficContext(3, RecordedCheck.START, 60_000, 1);
    TrafficSource roamer = new Roaming(10, 60_000, 2).traffic(trafficContext, 1);
    List<Integer> regions = new ArrayList<>();

    roamer.generateUntil(RecordedCheck.START + 60_000, simulatedCheck -> {
      regions.add(simulatedCheck.region());
      roamer.decided(simulatedCheck, regions.size() <= 3);
    });

    assertThat(regions).containsExactly(0, 0, 0, 0, 0, 1, 1, 2, 2, 0);
  }

  @Test
  void theRoamerIgnoresLateAnswers() {
    TrafficContext trafficContext = new TrafficContext(3, RecordedCheck.START, 60_000, 1);
    TrafficSource roamer = new Roaming(10, 60_000, 2).traffic(trafficContext, 1);
    List<SimulatedCheck> all = new ArrayList<>();

    roamer.generateUntil(RecordedCheck.START + 20_000, all::add);
    all.forEach(simulatedCheck -> roamer.decided(simulatedCheck, false));
    all.clear();
    roamer.generateUntil(RecordedCheck.START + 30_000, all::add);

    assertThat(all)
        .hasSizeGreaterThan(1)
        .allSatisfy(simulatedCheck -> assertThat(simulatedCheck.region()).isEqualTo(1));
  }

  private static List<RecordedCheck> within(List<RecordedCheck> all, long from, long millis) {
    return all.stream()
        .filter(each -> each.atMillis() >= from && each.atMillis() < from + millis)
        .toList();
  }
}
