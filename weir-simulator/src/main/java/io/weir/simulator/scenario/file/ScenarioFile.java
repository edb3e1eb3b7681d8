// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.scenario.file;

import io.weir.simulator.fault.SimulatedFault;
import io.weir.simulator.scenario.DurationFormat;
import io.weir.simulator.scenario.FaultValidator;
import io.weir.simulator.scenario.QuotedText;
import io.weir.simulator.scenario.Scenario;
import io.weir.simulator.scenario.Scenario.Delay;
import io.weir.simulator.scenario.Scenario.Topology;
import io.weir.simulator.scenario.ScenarioCatalog;
import io.weir.simulator.scenario.file.ScenarioEntries.ValueRange;
import io.weir.simulator.traffic.TrafficShape;
import io.weir.simulator.traffic.shapes.ProductionTraffic;
import io.weir.simulator.traffic.shapes.ShapeSetting;
import io.weir.simulator.traffic.shapes.ShapeTemplate;
import io.weir.yaml.YamlFile;
import io.weir.yaml.YamlFormat;
import io.weir.yaml.YamlProblem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads scenarios from files. */
public final class ScenarioFile {
  /**
   * The maximum number of regions, and of processes per region, here and on the command line: a fleet of a hundred
   * each is large.
   */
  public static final int MAX_COUNT = 100;

  /** Limits that allow a thousand faults but stop early at a file that is not a scenario. */
  private static final YamlFormat FORMAT = new YamlFormat(65_536, 2, "name: my-scenario");

  private static final Pattern OLD = Pattern.compile("([a-z]+)\\s*=\\s*(.*)");

  private static final ValueRange COUNT = new ValueRange(1, MAX_COUNT);
  private static final ValueRange START =
      new ValueRange(0, 253_402_300_799_999L); // the end of the year 9999
  private static final ValueRange DURATION = new ValueRange(1_000, 86_400_000);
  private static final ValueRange TICK = new ValueRange(1, 1_000);
  private static final long MAX_DELAY = 60_000;
  private static final int MAX_LOADS = 20;
  private static final double MAX_LOAD = 1_000;
  private static final long DEFAULT_DURATION = 300_000;

  private final ScenarioErrors errors = new ScenarioErrors();
  private final ScenarioEntries scenarioEntries;

  private ScenarioFile(YamlFile file) throws InvalidScenario {
    boolean isRead = true;
    for (YamlProblem problem : file.problems()) {
      isRead &= !problem.key().isEmpty();
      String what = problem.key().isEmpty() ? "the file" : problem.key();
      errors.add(problem.line(), what + " " + problem.reason());
    }
    // A file that was not read completely can't be checked for missing keys.
    if (!isRead) {
      errors.throwIfAny();
    }
    scenarioEntries = new ScenarioEntries(file.entries(), "", keys(), errors);
  }

  /** Reads the scenario from a file. */
  public static Scenario read(Path file) throws InvalidScenario {
    YamlFile yaml = YamlFile.read(file, FORMAT);
    Optional<Matcher> oldFormat = Collections.disjoint(yaml.entries().keySet(), keys())
        ? firstLine(file).map(OLD::matcher).filter(Matcher::matches)
        : Optional.empty();
    if (oldFormat.isPresent()) {
      throw new InvalidScenario(
          List.of("the file has the format of earlier versions; scenario files are YAML now: write "
              + QuotedText.quoted(
                  oldFormat.get().group(1) + ": " + oldFormat.get().group(2))
              + " instead of " + QuotedText.quoted(oldFormat.get().group())
              + ", and faults as a list; see weir-simulator/README.md, \"Scenario files\""));
    }
    return new ScenarioFile(yaml).scenario();
  }

  /** Parses the scenario from text. */
  static Scenario parse(String text) throws InvalidScenario {
    return new ScenarioFile(YamlFile.parse(text, FORMAT)).scenario();
  }

  /**
   * Returns the first line that is not a comment; empty if there is none or the file can't be read, which the reader
   * reports.
   */
  private static Optional<String> firstLine(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .map(String::strip)
          .filter(line -> !line.isEmpty() && line.charAt(0) != '#')
          .findFirst();
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty();
    }
  }

  /** Returns every key that a file may have, in the order of the documentation. */
  static Set<String> keys() {
    Set<String> keys = new LinkedHashSet<>(List.of("name", "title", "shape"));
    Arrays.stream(ShapeSetting.values()).map(ShapeSetting::key).forEach(keys::add);
    keys.addAll(List.of("loads", "regions", "nodes", "near", "far", "start", "duration", "tick"));
    keys.add(FaultParser.FAULTS);
    return keys;
  }

  private Scenario scenario() throws InvalidScenario {
    Topology defaults = ScenarioCatalog.TOPOLOGY;
    String name = text(
        "name", "[A-Za-z0-9._-]{1,60}", "1 to 60 letters, digits, dots, hyphens or underscores");
    String title =
        text("title", "\\P{Cntrl}{1,200}", "1 to 200 characters, none of them a control character");
    TrafficShape trafficShape = shape();
    Topology topology = new Topology(
        (int) scenarioEntries.whole("regions", defaults.regions(), COUNT),
        (int) scenarioEntries.whole("nodes", defaults.nodes(), COUNT),
        delay("near", defaults.near()),
        delay("far", defaults.far()));
    Scenario.TimeSpan timeSpan = new Scenario.TimeSpan(
        scenarioEntries.whole("start", ScenarioCatalog.START_MILLIS, START),
        scenarioEntries.time("duration", DEFAULT_DURATION, DURATION),
        scenarioEntries.time("tick", ScenarioCatalog.TICK_MILLIS, TICK));
    List<Double> loads = loads(trafficShape);
    List<SimulatedFault> faults =
        FaultParser.read(scenarioEntries, new FaultValidator(topology, timeSpan), errors);
    errors.throwIfAny();
    return new Scenario(
        name, title, trafficShape, List.copyOf(loads), topology, timeSpan, List.copyOf(faults));
  }

  private String text(String key, String pattern, String allowed) {
    scenarioEntries.require(key, 0);
    return scenarioEntries
        .value(key, allowed, text -> Optional.of(text).filter(each -> each.matches(pattern)))
        .orElse("");
  }

  /**
   * Returns the shape with its settings. An invalid shape is replaced by some other one, so that the rest is checked
   * too.
   */
  private TrafficShape shape() {
    scenarioEntries.require("shape", 0);
    Optional<ShapeTemplate> shapes = scenarioEntries.value(
        "shape", "one of " + String.join(", ", ShapeTemplate.names()), ShapeTemplate::named);
    Map<ShapeSetting, Double> settings = settings(shapes);
    try {
      return shapes.orElse(ShapeTemplate.HOT_KEY).shape(settings);
    } catch (IllegalArgumentException e) {
      scenarioEntries.wrong(
          "shape", " " + shapes.map(ShapeTemplate::name).orElse("") + ": " + e.getMessage());
      return ShapeTemplate.HOT_KEY.shape();
    }
  }

  private Map<ShapeSetting, Double> settings(Optional<ShapeTemplate> shapes) {
    Map<ShapeSetting, Double> found = new EnumMap<>(ShapeSetting.class);
    for (ShapeSetting shapeSetting : ShapeSetting.values()) {
      if (scenarioEntries.has(shapeSetting.key())) {
        double value = value(shapeSetting);
        if (shapes.isPresent() && shapes.get().defaults().containsKey(shapeSetting)) {
          found.put(shapeSetting, value);
        } else {
          shapes.ifPresent(shape -> scenarioEntries.wrong(
              shapeSetting.key(),
              " is not a setting of " + shape.name() + ", which has " + shape.settingNames()));
        }
      }
    }
    return found;
  }

  private double value(ShapeSetting shapeSetting) {
    ValueRange valueRange = new ValueRange((long) shapeSetting.min(), (long) shapeSetting.max());
    return switch (shapeSetting.unit()) {
      case WHOLE -> scenarioEntries.whole(shapeSetting.key(), 0, valueRange);
      case TIME -> scenarioEntries.time(shapeSetting.key(), 0, valueRange);
      case DECIMAL ->
        scenarioEntries.decimal(shapeSetting.key(), shapeSetting.min(), shapeSetting.max());
    };
  }

  private Delay delay(String key, Delay defaults) {
    String allowed = "a list of two times from 0ms to 1m, the shorter first, as in [1ms, 2ms]";
    return scenarioEntries.list(key, allowed, ScenarioFile::delay).orElse(defaults);
  }

  private static Optional<Delay> delay(List<String> ends) {
    List<Long> times = ends.stream()
        .flatMap(end -> DurationFormat.parse(end).stream().boxed())
        .filter(time -> time <= MAX_DELAY)
        .toList();
    return ends.size() == 2 && times.size() == 2 && times.get(0) <= times.get(1)
        ? Optional.of(new Delay(times.get(0), times.get(1)))
        : Optional.empty();
  }

  private List<Double> loads(TrafficShape trafficShape) {
    String allowed = "a list of 1 to " + MAX_LOADS
        + " different numbers above 0 and up to 1000, as in [2, 4, 10]";
    List<Double> loads =
        scenarioEntries.list("loads", allowed, ScenarioFile::loads).orElse(List.of(1.0));
    if (trafficShape instanceof ProductionTraffic productionTraffic
        && scenarioEntries.has("loads")) {
      loads.forEach(load -> checkSpenders(productionTraffic, load));
    }
    return loads;
  }

  private static Optional<List<Double>> loads(List<String> texts) {
    List<Double> loads = texts.stream()
        .flatMap(text -> ScenarioEntries.decimal(text).stream())
        .filter(load -> load > 0 && load <= MAX_LOAD)
        .distinct()
        .toList();
    return loads.size() == texts.size() && !texts.isEmpty() && texts.size() <= MAX_LOADS
        ? Optional.of(loads)
        : Optional.empty();
  }

  private void checkSpenders(ProductionTraffic productionTraffic, double load) {
    try {
      productionTraffic.spendersAt(load);
    } catch (IllegalArgumentException e) {
      scenarioEntries.wrong("loads", ": " + e.getMessage());
    }
  }
}
