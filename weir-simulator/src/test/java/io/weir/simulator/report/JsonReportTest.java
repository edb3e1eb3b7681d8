// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.simulator.result.Run;
import io.weir.simulator.result.SimulationResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class JsonReportTest {

  private static Run small() {
    return new Run(
        "weir",
        10,
        new Run.Volume(100, 200, 50, 90, 1),
        new Run.Accuracy(
            new Run.Excess(0.05, 1.0 / 3, 1e-9, 7), Double.NaN, new Run.Estimate(50, 49)),
        new Run.Delays(
            2,
            1.5,
            Double.POSITIVE_INFINITY,
            2e12,
            3,
            1,
            List.of(new Run.Bucket(10, 1), new Run.Bucket(20, 1))),
        new Run.StoreLoad(
            new Run.Cost(1, 2, 3, 4, 5, 6), new Run.Footprint(7, 8, 9, Long.MAX_VALUE)),
        List.of(new Run.Sample(1000, 20, 9, 0.9, 1, 2, 3)));
  }

  private static final String GOLDEN = """
      {
        "scenario": "even-spread",
        "title": "“Täglich”",
        "regions": 10,
        "nodes": 3,
        "seed": 42,
        "virtualMillis": 120000,
        "runs": [
          {
            "contender": "weir",
            "load": 10.000000,
            "volume": {
              "checks": 100,
              "units": 200,
              "admittedChecks": 50,
              "admittedUnits": 90,
              "wronglyRefused": 1
            },
            "excess": {
              "worst": 0.050000,
              "p99": 0.333333,
              "mean": 0.000000,
              "windows": 7
            },
            "bound": null,
            "estimate": {
              "decisions": 50,
              "covered": 49
            },
            "delays": {
              "units": 2,
              "p50": 1.500000,
              "p99": null,
              "worst": 2000000000000.000000,
              "hidden": 3,
              "unknown": 1,
              "histogram": [
                { "upToMillis": 10, "units": 1 },
                { "upToMillis": 20, "units": 1 }
              ]
            },
            "cost": {
              "originPublishes": 1,
              "originReads": 2,
              "originCalls": 3,
              "ledgerCalls": 4,
              "rowsWritten": 5,
              "rowsRead": 6
            },
            "footprint": {
              "subjects": 7,
              "foreignSums": 8,
              "originFields": 9,
              "ledgerRows": 9223372036854775807
            },
            "samples": [
              { "atMillis": 1000, "offered": 20, "admitted": 9, "usage": 0.900000, "originCalls": 1, "rowsWritten": 2, "rowsRead": 3 }
            ]
          }
        ]
      }
      """;

  @Test
  void everyFieldHasItsPlaceAndDecimals() {
    assertThat(JsonReport.text(ResultFixture.titled("“Täglich”", List.of(small()))))
        .isEqualTo(GOLDEN);
  }

  @Test
  void theSameResultGivesTheSameBytes() {
    String first = JsonReport.text(ResultFixture.full());
    Locale before = Locale.getDefault();
    String second;
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      second = JsonReport.text(ResultFixture.full());
    } finally {
      Locale.setDefault(before);
    }

    assertThat(second).isEqualTo(first);
  }

  @Test
  void aResultWithoutRunsHasAnEmptyList() {
    assertThat(JsonReport.text(ResultFixture.titled("", List.of()))).contains("\"runs\": []\n}\n");
  }

  @Test
  void theOutputIsJsonWithAnObjectPerRun() throws IOException {
    int runs = 0;
    try (JsonParser parser =
        new JsonFactory().createParser(JsonReport.text(ResultFixture.full()))) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        runs += token == JsonToken.FIELD_NAME && parser.currentName().equals("contender") ? 1 : 0;
      }
    }

    assertThat(runs).isEqualTo(25);
  }

  @Test
  void theStreamIsLeftOpen() throws IOException {
    boolean[] closed = {false};
    ByteArrayOutputStream out = new ByteArrayOutputStream() {
      @Override
      public void close() {
        closed[0] = true;
      }
    };
    SimulationResult simulationResult = ResultFixture.titled("π", List.of());

    JsonReport.write(simulationResult, out);

    assertThat(closed[0]).isFalse();
    assertThat(out.toByteArray())
        .isEqualTo(JsonReport.text(simulationResult).getBytes(StandardCharsets.UTF_8));
  }
}
