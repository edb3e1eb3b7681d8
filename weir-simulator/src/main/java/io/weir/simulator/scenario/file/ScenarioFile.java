// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.scenario.file;

import io.weir.simulator.fault.Fault;
import io.weir.simulator.scenario.Catalogue;
import io.weir.simulator.scenario.FaultCheck;
import io.weir.simulator.scenario.Scenario;
import io.weir.simulator.scenario.Scenario.Delay;
import io.weir.simulator.scenario.Scenario.Terrain;
import io.weir.simulator.scenario.Shown;
import io.weir.simulator.scenario.Times;
import io.weir.simulator.scenario.file.Entries.Span;
import io.weir.simulator.traffic.Shape;
import io.weir.simulator.traffic.shapes.Production;
import io.weir.simulator.traffic.shapes.Setting;
import io.weir.simulator.traffic.shapes.Shapes;
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
  public static final int MOST = 100;

  /** More than any scenario needs; a file that is none is noticed before it fills the memory. */
  static final int MAX_BYTES = 1 << 20;

  private static final Span COUNT = new Span(1, MOST);
  private static final Span START = new Span(0, 253_402_300_799_999L); // the end of the year 9999
  private static final Span DURATION = new Span(1_000, 86_400_000);
  private static final Span TICK = new Span(1, 1_000);
  private static final Span DELAY = new Span(0, 60_000);
  private static final int MOST_LOADS = 20;
  private static final double MOST_LOAD = 1_000;
  private static final long USUAL_DURATION = 300_000;

  private final Complaints complaints = new Complaints();
  private final Entries entries;

  private ScenarioFile(String text) {
    entries = new Entries(text, keys(), complaints);
  }

  /** The scenario that is in this file. */
  public static Scenario read(Path file) throws WrongScenario {
    if (!Files.exists(file)) {
      throw new WrongScenario(List.of("the file does not exist"));
    }
    if (!Files.isRegularFile(file)) {
      throw new WrongScenario(List.of("it is not a file"));
    }
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new WrongScenario(List.of(
            "it must be at most " + MAX_BYTES + " bytes long, but has " + Files.size(file)));
      }
      byte[] bytes = Files.readAllBytes(file);
      String text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return parse(text.startsWith("\uFEFF") ? text.substring(1) : text);
    } catch (CharacterCodingException e) {
      throw new WrongScenario(List.of("it is not UTF-8 text"));
    } catch (IOException e) {
      throw new WrongScenario(List.of("it can't be read: " + e.getMessage()));
    }
  }

  /** The scenario that this text describes. */
  public static Scenario parse(String text) throws WrongScenario {
    return new ScenarioFile(text).scenario();
  }

  /** Every key that a file may have, in the order of the documentation. */
  static Set<String> keys() {
    Set<String> keys = new LinkedHashSet<>(List.of("name", "title", "shape"));
    Arrays.stream(Setting.values()).map(Setting::key).forEach(keys::add);
    keys.addAll(List.of("loads", "regions", "nodes", "near", "far", "start", "duration", "tick"));
    keys.add(Entries.FAULT);
    return keys;
  }

  private Scenario scenario() throws WrongScenario {
    Terrain usual = Catalogue.TERRAIN;
    String name = text(
        "name", "[A-Za-z0-9._-]{1,60}", "1 to 60 letters, digits, dots, hyphens or underscores");
    String title =
        text("title", "\\P{Cntrl}{1,200}", "1 to 200 characters, none of them a control character");
    Shape shape = shape();
    Terrain terrain = new Terrain(
        (int) entries.whole("regions", usual.regions(), COUNT),
        (int) entries.whole("nodes", usual.nodes(), COUNT),
        delay("near", usual.near()),
        delay("far", usual.far()));
    Scenario.Span span = new Scenario.Span(
        entries.whole("start", Catalogue.START_MILLIS, START),
        entries.time("duration", USUAL_DURATION, DURATION),
        entries.time("tick", Catalogue.TICK_MILLIS, TICK));
    List<Double> loads = loads(shape);
    List<Fault> faults = faults(new FaultCheck(terrain, span));
    complaints.refuse();
    return new Scenario(name, title, shape, List.copyOf(loads), terrain, span, List.copyOf(faults));
  }

  private String text(String key, String pattern, String allowed) {
    Optional<Entry> entry = entries.required(key);
    entry
        .filter(each -> !each.value().matches(pattern))
        .ifPresent(each -> complaints.add(
            each, key + " must be " + allowed + ", but was " + Shown.quoted(each.value())));
    return entry.map(Entry::value).orElse("");
  }

  /** The shape with its settings. A shape that is wrong counts as some other, so that the rest is looked at too. */
  private Shape shape() {
    Optional<Entry> entry = entries.required("shape");
    Optional<Shapes> shapes = entry.flatMap(each -> Shapes.named(each.value()));
    if (entry.isPresent() && shapes.isEmpty()) {
      complaints.add(
          entry.get(),
          "shape must be one of " + String.join(", ", Shapes.names()) + ", but was "
              + Shown.quoted(entry.get().value()));
    }
    Map<Setting, Double> settings = settings(shapes);
    try {
      return shapes.orElse(Shapes.HOT_KEY).shape(settings);
    } catch (IllegalArgumentException e) {
      entry.ifPresent(each -> complaints.add(each, each.value() + ": " + e.getMessage()));
      return Shapes.HOT_KEY.shape();
    }
  }

  private Map<Setting, Double> settings(Optional<Shapes> shapes) {
    Map<Setting, Double> found = new EnumMap<>(Setting.class);
    for (Setting setting : Setting.values()) {
      Optional<Entry> entry = entries.entry(setting.key());
      if (entry.isPresent()) {
        double value = value(setting, entry.get());
        if (shapes.isPresent() && shapes.get().usual().containsKey(setting)) {
          found.put(setting, value);
        } else if (shapes.isPresent()) {
          complaints.add(
              entry.get(),
              "%s is not a setting of %s, which has %s"
                  .formatted(setting.key(), shapes.get().name(), shapes.get().settingNames()));
        }
      }
    }
    return found;
  }

  private double value(Setting setting, Entry entry) {
    Span span = new Span((long) setting.least(), (long) setting.most());
    return switch (setting.unit()) {
      case WHOLE -> entries.whole(setting.key(), 0, span);
      case TIME -> entries.time(setting.key(), 0, span);
      case DECIMAL -> entries.decimal(entry, setting.least(), setting.most());
    };
  }

  private Delay delay(String key, Delay usual) {
    Optional<Entry> entry = entries.entry(key);
    if (entry.isEmpty()) {
      return usual;
    }
    String[] ends = entry.get().value().split("\\.\\.", -1);
    OptionalLong least = ends.length == 2 ? Times.parse(ends[0].strip()) : OptionalLong.empty();
    OptionalLong most = ends.length == 2 ? Times.parse(ends[1].strip()) : OptionalLong.empty();
    if (least.isEmpty()
        || most.isEmpty()
        || least.getAsLong() > most.getAsLong()
        || most.getAsLong() > DELAY.most()) {
      complaints.add(
          entry.get(),
          key
              + " must be two times from 0ms to 1m, the shorter first, written like 1ms..2ms, but was "
              + Shown.quoted(entry.get().value()));
      return usual;
    }
    return new Delay(least.getAsLong(), most.getAsLong());
  }

  private List<Double> loads(Shape shape) {
    Optional<Entry> entry = entries.entry("loads");
    if (entry.isEmpty()) {
      return List.of(1.0);
    }
    List<Double> loads = new ArrayList<>();
    for (String word : entry.get().value().split(",", -1)) {
      Entries.decimal(word.strip())
          .filter(load -> load > 0 && load <= MOST_LOAD && !loads.contains(load))
          .ifPresentOrElse(
              loads::add,
              () -> complaints.add(
                  entry.get(),
                  "loads must be different numbers above 0 and up to 1000, written like 2, 4, 10, but one was "
                      + Shown.quoted(word.strip())));
    }
    if (loads.size() > MOST_LOADS) {
      complaints.add(
          entry.get(), "loads must be 1 to " + MOST_LOADS + " numbers, but were " + loads.size());
    }
    if (shape instanceof Production production) {
      loads.forEach(load -> checkSpenders(production, load, entry.get()));
    }
    return loads;
  }

  private void checkSpenders(Production production, double load, Entry entry) {
    try {
      production.spendersAt(load);
    } catch (IllegalArgumentException e) {
      complaints.add(entry, "loads: " + e.getMessage());
    }
  }

  private List<Fault> faults(FaultCheck check) {
    List<Fault> faults = new ArrayList<>();
    for (Entry entry : entries.faults()) {
      FaultText.parse(entry, check, complaints).ifPresent(faults::add);
    }
    return faults;
  }
}
