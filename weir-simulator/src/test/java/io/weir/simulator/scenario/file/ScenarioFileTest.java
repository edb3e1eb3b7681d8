// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.scenario.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.weir.simulator.fault.SimulatedFault;
import io.weir.simulator.fault.SimulatedFault.FaultType;
import io.weir.simulator.scenario.DurationFormat;
import io.weir.simulator.scenario.FaultValidator;
import io.weir.simulator.scenario.Scenario;
import io.weir.simulator.scenario.Scenario.Delay;
import io.weir.simulator.scenario.Scenario.TimeSpan;
import io.weir.simulator.scenario.Scenario.Topology;
import io.weir.simulator.scenario.ScenarioCatalog;
import io.weir.simulator.traffic.shapes.EvenSpread;
import io.weir.simulator.traffic.shapes.HotKey;
import io.weir.simulator.traffic.shapes.ShapeSetting;
import io.weir.simulator.traffic.shapes.ShapeTemplate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioFileTest {
  private static final String MINIMAL = "name: a\ntitle: A title.\nshape: hot-key\n";

  private static final String EVERYTHING = """
      # a comment
        # another
      name: x.y_z-1   # and one more

      title: 'A title with: and # in it.'
      shape: even-spread
      limit: 10
      window: 10s
      phase: "9s"
      loads: [0.5,2 , 100]
      regions: 3
      nodes: 2
      near: [0ms, 3ms]
      far:
        - 1s
        - 1s
      start: 1700000000000
      duration: 2m
      tick: 10ms
      faults:
        - {at: 60s, kind: cut-ledger, where: region-2, for: 20s}
        - at: 90s
          kind: step-clock
          where: region-1/node-0
          by: -1500ms
        - {where: ledger, kind: wipe-ledger, at: 0ms}
      """;

  static List<Path> examples() throws IOException {
    try (var files = Files.list(Path.of("scenarios"))) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void theExamplesCanBeRead(Path file) throws Exception {
    Scenario scenario = ScenarioFile.read(file);

    assertThat(file.getFileName().toString()).isEqualTo(scenario.name() + ".yaml");
  }

  @Test
  void omittedSettingsHaveTheirDefaults() throws Exception {
    assertThat(ScenarioFile.parse(MINIMAL))
        .isEqualTo(new Scenario(
            "a",
            "A title.",
            new HotKey(1_000, 60_000),
            List.of(1.0),
            ScenarioCatalog.TOPOLOGY,
            new TimeSpan(ScenarioCatalog.START_MILLIS, 300_000, ScenarioCatalog.TICK_MILLIS),
            List.of()));
  }

  @Test
  void everySettingCanBeGiven() throws Exception {
    assertThat(ScenarioFile.parse(EVERYTHING.replace("\n", "\r\n")))
        .isEqualTo(new Scenario(
            "x.y_z-1",
            "A title with: and # in it.",
            new EvenSpread(10, 10_000, 9_000),
            List.of(0.5, 2.0, 100.0),
            new Topology(3, 2, new Delay(0, 3), new Delay(1_000, 1_000)),
            new TimeSpan(1_700_000_000_000L, 120_000, 10),
            List.of(
                new SimulatedFault(FaultType.CUT_LEDGER, "region-2", 60_000, 20_000, 0),
                new SimulatedFault(FaultType.STEP_CLOCK, "region-1/node-0", 90_000, 0, -1_500),
                new SimulatedFault(FaultType.WIPE_LEDGER, "ledger", 0, 0, 0))));
  }

  @Test
  void aByteOrderMarkIsSkipped(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("a.yaml"), "\uFEFF" + MINIMAL);

    assertThat(ScenarioFile.read(file).name()).isEqualTo("a");
  }

  @Test
  void invalidFilesAreRefusedWithAMessage(@TempDir Path folder) throws Exception {
    Path latin =
        Files.write(folder.resolve("latin"), "title: für".getBytes(StandardCharsets.ISO_8859_1));
    Path large = Files.write(folder.resolve("large"), new byte[65_537]);

    assertThat(errors(folder.resolve("none"))).containsExactly("the file does not exist");
    assertThat(errors(folder)).containsExactly("the file is a folder");
    assertThat(errors(latin)).containsExactly("the file is not UTF-8 text");
    assertThat(errors(large)).containsExactly("the file has more than 65536 bytes");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "# Old.\n\nname = a\ntitle = T.\nshape = zipf",
        "name=a\ntitle = T: t.",
        "name = a: b"
      })
  void theFormatOfEarlierVersionsIsRefused(String text, @TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("old.scenario"), text);

    assertThat(errors(file))
        .singleElement(STRING)
        .startsWith(
            "the file has the format of earlier versions; scenario files are YAML now: write"
                + " \"name: a")
        .contains("\" instead of \"name")
        .endsWith("see weir-simulator/README.md, \"Scenario files\"");
  }

  private static List<String> errors(Path file) {
    return catchThrowableOfType(InvalidScenario.class, () -> ScenarioFile.read(file))
        .errors();
  }

  @Test
  void theReadmeNamesEverySetting() throws IOException {
    String readme = Files.readString(Path.of("README.md"));

    assertThat(Stream.concat(ScenarioFile.keys().stream(), FaultParser.KEYS.stream()))
        .allSatisfy(key -> assertThat(readme).contains("| `" + key + "` |"));
    assertThat(ShapeTemplate.names())
        .allSatisfy(name -> assertThat(readme).contains("| `" + name + "` |"));
    assertThat(FaultValidator.names())
        .allSatisfy(name -> assertThat(readme).contains("| `" + name + "` |"));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void theReadmeNamesTheDefaultsOfEveryShape(ShapeTemplate shapeTemplate) throws IOException {
    String settings = shapeTemplate.defaults().entrySet().stream()
        .map(each -> "`" + each.getKey().key() + "` " + shown(each.getKey(), each.getValue()))
        .collect(Collectors.joining(", "));

    assertThat(Files.readAllLines(Path.of("README.md")))
        .anyMatch(line -> line.startsWith("| `" + shapeTemplate.name() + "` |")
            && line.endsWith("| " + settings + " |"));
  }

  static List<ShapeTemplate> shapes() {
    return ShapeTemplate.names().stream()
        .map(name -> ShapeTemplate.named(name).orElseThrow())
        .toList();
  }

  private static String shown(ShapeSetting shapeSetting, double value) {
    if (shapeSetting.unit() == ShapeSetting.SettingUnit.TIME) {
      return DurationFormat.text((long) value).replace("1m", "60s");
    }
    return new DecimalFormat("0.###", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(value);
  }
}
