// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.scenario.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.weir.simulator.fault.Fault;
import io.weir.simulator.fault.Fault.Kind;
import io.weir.simulator.scenario.Catalogue;
import io.weir.simulator.scenario.FaultCheck;
import io.weir.simulator.scenario.Scenario;
import io.weir.simulator.scenario.Scenario.Delay;
import io.weir.simulator.scenario.Scenario.Span;
import io.weir.simulator.scenario.Scenario.Terrain;
import io.weir.simulator.scenario.Times;
import io.weir.simulator.traffic.shapes.EvenSpread;
import io.weir.simulator.traffic.shapes.HotKey;
import io.weir.simulator.traffic.shapes.Setting;
import io.weir.simulator.traffic.shapes.Shapes;
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
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioFileTest {
  private static final String LEAST = "name: a\ntitle: A title.\nshape: hot-key\n";

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
  @DisplayName("the examples can be read, and are named like their files")
  void examplesCanBeRead(Path file) throws Exception {
    Scenario scenario = ScenarioFile.read(file);

    assertThat(file.getFileName().toString()).isEqualTo(scenario.name() + ".yaml");
  }

  @Test
  @DisplayName("what is left out is as in the built-in scenarios")
  void theRestIsUsual() throws Exception {
    assertThat(ScenarioFile.parse(LEAST))
        .isEqualTo(new Scenario(
            "a",
            "A title.",
            new HotKey(1_000, 60_000),
            List.of(1.0),
            Catalogue.TERRAIN,
            new Span(Catalogue.START_MILLIS, 300_000, Catalogue.TICK_MILLIS),
            List.of()));
  }

  @Test
  @DisplayName("everything can be said, with comments, blank lines and any line end")
  void everythingCanBeSaid() throws Exception {
    assertThat(ScenarioFile.parse(EVERYTHING.replace("\n", "\r\n")))
        .isEqualTo(new Scenario(
            "x.y_z-1",
            "A title with: and # in it.",
            new EvenSpread(10, 10_000, 9_000),
            List.of(0.5, 2.0, 100.0),
            new Terrain(3, 2, new Delay(0, 3), new Delay(1_000, 1_000)),
            new Span(1_700_000_000_000L, 120_000, 10),
            List.of(
                new Fault(Kind.CUT_LEDGER, "region-2", 60_000, 20_000, 0),
                new Fault(Kind.STEP_CLOCK, "region-1/node-0", 90_000, 0, -1_500),
                new Fault(Kind.WIPE_LEDGER, "ledger", 0, 0, 0))));
  }

  @Test
  @DisplayName("a byte order mark in front does no harm")
  void aByteOrderMarkIsSkipped(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("a.yaml"), "\uFEFF" + LEAST);

    assertThat(ScenarioFile.read(file).name()).isEqualTo("a");
  }

  @Test
  @DisplayName("a file that is missing, a folder, no text or too large is refused in a sentence")
  void filesThatAreNone(@TempDir Path folder) throws Exception {
    Path latin =
        Files.write(folder.resolve("latin"), "title: für".getBytes(StandardCharsets.ISO_8859_1));
    Path large = Files.write(folder.resolve("large"), new byte[65_537]);

    assertThat(complaints(folder.resolve("none"))).containsExactly("the file does not exist");
    assertThat(complaints(folder)).containsExactly("the file is a folder");
    assertThat(complaints(latin)).containsExactly("the file is not UTF-8 text");
    assertThat(complaints(large)).containsExactly("the file has more than 65536 bytes");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "# Old.\n\nname = a\ntitle = T.\nshape = zipf",
        "name=a\ntitle = T: t.",
        "name = a: b"
      })
  @DisplayName("a file in the format of earlier versions is refused, with the same in YAML")
  void theFormatOfEarlierVersions(String text, @TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("old.scenario"), text);

    assertThat(complaints(file))
        .singleElement(STRING)
        .startsWith(
            "the file has the format of earlier versions; scenario files are YAML now: write"
                + " \"name: a")
        .contains("\" instead of \"name")
        .endsWith("see weir-simulator/README.md, \"Scenario files\"");
  }

  private static List<String> complaints(Path file) {
    return catchThrowableOfType(WrongScenario.class, () -> ScenarioFile.read(file))
        .complaints();
  }

  @Test
  @DisplayName("the README names every key, shape, setting and kind of fault")
  void theReadmeIsComplete() throws IOException {
    String readme = Files.readString(Path.of("README.md"));

    assertThat(Stream.concat(ScenarioFile.keys().stream(), FaultText.KEYS.stream()))
        .allSatisfy(key -> assertThat(readme).contains("| `" + key + "` |"));
    assertThat(Shapes.names())
        .allSatisfy(name -> assertThat(readme).contains("| `" + name + "` |"));
    assertThat(FaultCheck.names())
        .allSatisfy(name -> assertThat(readme).contains("| `" + name + "` |"));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  @DisplayName("the README says what settings a shape has, and what they usually are")
  void theReadmeKnowsTheSettings(Shapes shapes) throws IOException {
    String settings = shapes.usual().entrySet().stream()
        .map(each -> "`" + each.getKey().key() + "` " + shown(each.getKey(), each.getValue()))
        .collect(Collectors.joining(", "));

    assertThat(Files.readAllLines(Path.of("README.md")))
        .anyMatch(line -> line.startsWith("| `" + shapes.name() + "` |")
            && line.endsWith("| " + settings + " |"));
  }

  static List<Shapes> shapes() {
    return Shapes.names().stream().map(name -> Shapes.named(name).orElseThrow()).toList();
  }

  private static String shown(Setting setting, double value) {
    if (setting.unit() == Setting.Unit.TIME) {
      return Times.text((long) value).replace("1m", "60s");
    }
    return new DecimalFormat("0.###", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(value);
  }
}
