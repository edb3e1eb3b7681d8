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
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Reads scenarios from files. */
public final class ScenarioFile {
  /** Regions and processes per region, here and on the command line: a hundred of each is a large fleet. */
  public static final int MAX_COUNT = 100;

  /** More than any scenario needs; a file that is none is noticed before it fills the memory. */
  static final int MAX_BYTES = 1 << 20;

  private static final ValueRange COUNT = new ValueRange(1, MAX_COUNT);
  private static final ValueRange START =
      new ValueRange(0, 253_402_300_799_999L); // the end of the year 9999
  private static final ValueRange DURATION = new ValueRange(1_000, 86_400_000);
  private static final ValueRange TICK = new ValueRange(1, 1_000);
  private static final ValueRange DELAY = new ValueRange(0, 60_000);
  private static final int MAX_LOADS = 20;
  private static final double MAX_LOAD = 1_000;
  private static final long DEFAULT_DURATION = 300_000;

  private final ScenarioErrors errors = new ScenarioErrors();
  private final ScenarioEntries scenarioEntries;

  private ScenarioFile(String text) {
    scenarioEntries = new ScenarioEntries(text, keys(), errors);
  }

  /** The scenario that is in this file. */
  public static Scenario read(Path file) throws InvalidScenario {
    if (!Files.exists(file)) {
      throw new InvalidScenario(List.of("the file does not exist"));
    }
    if (!Files.isRegularFile(file)) {
      throw new InvalidScenario(List.of("it is not a file"));
    }
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new InvalidScenario(List.of(
            "it must be at most " + MAX_BYTES + " bytes long, but has " + Files.size(file)));
      }
      byte[] bytes = Files.readAllBytes(file);
      String text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return parse(text.startsWith("\uFEFF") ? text.substring(1) : text);
    } catch (CharacterCodingException e) {
      throw new InvalidScenario(List.of("it is not UTF-8 text"));
    } catch (IOException e) {
      throw new InvalidScenario(List.of("it can't be read: " + e.getMessage()));
    }
  }

  /** The scenario that this text describes. */
  public static Scenario parse(String text) throws InvalidScenario {
    return new ScenarioFile(text).scenario();
  }

  /** Every key that a file may have, in the order of the documentation. */
  static Set<String> keys() {
    Set<String> keys = new LinkedHashSet<>(List.of("name", "title", "shape"));
    Arrays.stream(ShapeSetting.values()).map(ShapeSetting::key).forEach(keys::add);
    keys.addAll(List.of("loads", "regions", "nodes", "near", "far", "start", "duration", "tick"));
    keys.add(ScenarioEntries.FAULT);
    return keys;
  }

  private Scenario scenario() throws InvalidScenario {
    Topology usual = ScenarioCatalog.TOPOLOGY;
    String name = text(
        "name", "[A-Za-z0-9._-]{1,60}", "1 to 60 letters, digits, dots, hyphens or underscores");
    String title =
        text("title", "\\P{Cntrl}{1,200}", "1 to 200 characters, none of them a control character");
    TrafficShape trafficShape = shape();
    Topology topology = new Topology(
        (int) scenarioEntries.whole("regions", usual.regions(), COUNT),
        (int) scenarioEntries.whole("nodes", usual.nodes(), COUNT),
        delay("near", usual.near()),
        delay("far", usual.far()));
    Scenario.TimeSpan timeSpan = new Scenario.TimeSpan(
        scenarioEntries.whole("start", ScenarioCatalog.START_MILLIS, START),
        scenarioEntries.time("duration", DEFAULT_DURATION, DURATION),
        scenarioEntries.time("tick", ScenarioCatalog.TICK_MILLIS, TICK));
    List<Double> loads = loads(trafficShape);
    List<SimulatedFault> faults = faults(new FaultValidator(topology, timeSpan));
    errors.throwIfAny();
    return new Scenario(
        name, title, trafficShape, List.copyOf(loads), topology, timeSpan, List.copyOf(faults));
  }

  private String text(String key, String pattern, String allowed) {
    Optional<ScenarioEntry> entry = scenarioEntries.required(key);
    entry
        .filter(each -> !each.value().matches(pattern))
        .ifPresent(each -> errors.add(
            each, key + " must be " + allowed + ", but was " + QuotedText.quoted(each.value())));
    return entry.map(ScenarioEntry::value).orElse("");
  }

  /** The shape with its settings. A shape that is wrong counts as some other, so that the rest is looked at too. */
  private TrafficShape shape() {
    Optional<ScenarioEntry> entry = scenarioEntries.required("shape");
    Optional<ShapeTemplate> shapes = entry.flatMap(each -> ShapeTemplate.named(each.value()));
    if (entry.isPresent() && shapes.isEmpty()) {
      errors.add(
          entry.get(),
          "shape must be one of " + String.join(", ", ShapeTemplate.names()) + ", but was "
              + QuotedText.quoted(entry.get().value()));
    }
    Map<ShapeSetting, Double> settings = settings(shapes);
    try {
      return shapes.orElse(ShapeTemplate.HOT_KEY).shape(settings);
    } catch (IllegalArgumentException e) {
      entry.ifPresent(each -> errors.add(each, each.value() + ": " + e.getMessage()));
      return ShapeTemplate.HOT_KEY.shape();
    }
  }

  private Map<ShapeSetting, Double> settings(Optional<ShapeTemplate> shapes) {
    Map<ShapeSetting, Double> found = new EnumMap<>(ShapeSetting.class);
    for (ShapeSetting shapeSetting : ShapeSetting.values()) {
      Optional<ScenarioEntry> entry = scenarioEntries.entry(shapeSetting.key());
      if (entry.isPresent()) {
        double value = value(shapeSetting, entry.get());
        if (shapes.isPresent() && shapes.get().defaults().containsKey(shapeSetting)) {
          found.put(shapeSetting, value);
        } else if (shapes.isPresent()) {
          errors.add(
              entry.get(),
              "%s is not a setting of %s, which has %s"
                  .formatted(
                      shapeSetting.key(), shapes.get().name(), shapes.get().settingNames()));
        }
      }
    }
    return found;
  }

  private double value(ShapeSetting shapeSetting, ScenarioEntry scenarioEntry) {
    ValueRange valueRange = new ValueRange((long) shapeSetting.min(), (long) shapeSetting.max());
    return switch (shapeSetting.unit()) {
      case WHOLE -> scenarioEntries.whole(shapeSetting.key(), 0, valueRange);
      case TIME -> scenarioEntries.time(shapeSetting.key(), 0, valueRange);
      case DECIMAL ->
        scenarioEntries.decimal(scenarioEntry, shapeSetting.min(), shapeSetting.max());
    };
  }

  private Delay delay(String key, Delay usual) {
    Optional<ScenarioEntry> entry = scenarioEntries.entry(key);
    if (entry.isEmpty()) {
      return usual;
    }
    String[] ends = entry.get().value().split("\\.\\.", -1);
    OptionalLong least =
        ends.length == 2 ? DurationFormat.parse(ends[0].strip()) : OptionalLong.empty();
    OptionalLong most =
        ends.length == 2 ? DurationFormat.parse(ends[1].strip()) : OptionalLong.empty();
    if (least.isEmpty()
        || most.isEmpty()
        || least.getAsLong() > most.getAsLong()
        || most.getAsLong() > DELAY.max()) {
      errors.add(
          entry.get(),
          key
              + " must be two times from 0ms to 1m, the shorter first, written like 1ms..2ms, but was "
              + QuotedText.quoted(entry.get().value()));
      return usual;
    }
    return new Delay(least.getAsLong(), most.getAsLong());
  }

  private List<Double> loads(TrafficShape trafficShape) {
    Optional<ScenarioEntry> entry = scenarioEntries.entry("loads");
    if (entry.isEmpty()) {
      return List.of(1.0);
    }
    List<Double> loads = new ArrayList<>();
    for (String word : entry.get().value().split(",", -1)) {
      ScenarioEntries.decimal(word.strip())
          .filter(load -> load > 0 && load <= MAX_LOAD && !loads.contains(load))
          .ifPresentOrElse(
              loads::add,
              () -> errors.add(
                  entry.get(),
                  "loads must be different numbers above 0 and up to 1000, written like 2, 4, 10, but one was "
                      + QuotedText.quoted(word.strip())));
    }
    if (loads.size() > MAX_LOADS) {
      errors.add(
          entry.get(), "loads must be 1 to " + MAX_LOADS + " numbers, but were " + loads.size());
    }
    if (trafficShape instanceof ProductionTraffic productionTraffic) {
      loads.forEach(load -> checkSpenders(productionTraffic, load, entry.get()));
    }
    return loads;
  }

  private void checkSpenders(
      ProductionTraffic productionTraffic, double load, ScenarioEntry scenarioEntry) {
    try {
      productionTraffic.spendersAt(load);
    } catch (IllegalArgumentException e) {
      errors.add(scenarioEntry, "loads: " + e.getMessage());
    }
  }

  private List<SimulatedFault> faults(FaultValidator check) {
    List<SimulatedFault> faults = new ArrayList<>();
    for (ScenarioEntry scenarioEntry : scenarioEntries.faults()) {
      FaultParser.parse(scenarioEntry, check, errors).ifPresent(faults::add);
    }
    return faults;
  }
}
