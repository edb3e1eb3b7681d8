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
  /** Regions and processes per region, here and on the command line: a hundred of each is a large fleet. */
  public static final int MOST = 100;

  /** Enough for a thousand faults; a file that is no scenario is noticed before it takes long to read. */
  private static final YamlFormat FORMAT = new YamlFormat(65_536, 2, "name: my-scenario");

  private static final Pattern OLD = Pattern.compile("([a-z]+)\\s*=\\s*(.*)");

  private static final Span COUNT = new Span(1, MOST);
  private static final Span START = new Span(0, 253_402_300_799_999L); // the end of the year 9999
  private static final Span DURATION = new Span(1_000, 86_400_000);
  private static final Span TICK = new Span(1, 1_000);
  private static final long MAX_DELAY = 60_000;
  private static final int MOST_LOADS = 20;
  private static final double MOST_LOAD = 1_000;
  private static final long USUAL_DURATION = 300_000;

  private final Complaints complaints = new Complaints();
  private final Entries entries;

  private ScenarioFile(YamlFile file) throws WrongScenario {
    boolean isRead = true;
    for (YamlProblem problem : file.problems()) {
      isRead &= !problem.key().isEmpty();
      String what = problem.key().isEmpty() ? "the file" : problem.key();
      complaints.add(problem.line(), what + " " + problem.reason());
    }
    // Of a file that was not read to its end, nothing can be said to be missing.
    if (!isRead) {
      complaints.refuse();
    }
    entries = new Entries(file.entries(), "", keys(), complaints);
  }

  /** The scenario that is in this file. */
  public static Scenario read(Path file) throws WrongScenario {
    YamlFile yaml = YamlFile.read(file, FORMAT);
    Optional<Matcher> old = Collections.disjoint(yaml.entries().keySet(), keys())
        ? firstLine(file).map(OLD::matcher).filter(Matcher::matches)
        : Optional.empty();
    if (old.isPresent()) {
      throw new WrongScenario(
          List.of("the file has the format of earlier versions; scenario files are YAML now: write "
              + Shown.quoted(old.get().group(1) + ": " + old.get().group(2))
              + " instead of " + Shown.quoted(old.get().group())
              + ", and faults as a list; see weir-simulator/README.md, \"Scenario files\""));
    }
    return new ScenarioFile(yaml).scenario();
  }

  /** The scenario that this text describes. */
  static Scenario parse(String text) throws WrongScenario {
    return new ScenarioFile(YamlFile.parse(text, FORMAT)).scenario();
  }

  /** The first line that is no comment; empty if there is none or, as the reader says, the file can't be read. */
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

  /** Every key that a file may have, in the order of the documentation. */
  static Set<String> keys() {
    Set<String> keys = new LinkedHashSet<>(List.of("name", "title", "shape"));
    Arrays.stream(Setting.values()).map(Setting::key).forEach(keys::add);
    keys.addAll(List.of("loads", "regions", "nodes", "near", "far", "start", "duration", "tick"));
    keys.add(FaultText.FAULTS);
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
    List<Fault> faults = FaultText.read(entries, new FaultCheck(terrain, span), complaints);
    complaints.refuse();
    return new Scenario(name, title, shape, List.copyOf(loads), terrain, span, List.copyOf(faults));
  }

  private String text(String key, String pattern, String allowed) {
    entries.require(key, 0);
    return entries
        .value(key, allowed, text -> Optional.of(text).filter(each -> each.matches(pattern)))
        .orElse("");
  }

  /** The shape with its settings. A shape that is wrong counts as some other, so that the rest is looked at too. */
  private Shape shape() {
    entries.require("shape", 0);
    Optional<Shapes> shapes =
        entries.value("shape", "one of " + String.join(", ", Shapes.names()), Shapes::named);
    Map<Setting, Double> settings = settings(shapes);
    try {
      return shapes.orElse(Shapes.HOT_KEY).shape(settings);
    } catch (IllegalArgumentException e) {
      entries.wrong("shape", " " + shapes.map(Shapes::name).orElse("") + ": " + e.getMessage());
      return Shapes.HOT_KEY.shape();
    }
  }

  private Map<Setting, Double> settings(Optional<Shapes> shapes) {
    Map<Setting, Double> found = new EnumMap<>(Setting.class);
    for (Setting setting : Setting.values()) {
      if (entries.has(setting.key())) {
        double value = value(setting);
        if (shapes.isPresent() && shapes.get().usual().containsKey(setting)) {
          found.put(setting, value);
        } else {
          shapes.ifPresent(shape -> entries.wrong(
              setting.key(),
              " is not a setting of " + shape.name() + ", which has " + shape.settingNames()));
        }
      }
    }
    return found;
  }

  private double value(Setting setting) {
    Span span = new Span((long) setting.least(), (long) setting.most());
    return switch (setting.unit()) {
      case WHOLE -> entries.whole(setting.key(), 0, span);
      case TIME -> entries.time(setting.key(), 0, span);
      case DECIMAL -> entries.decimal(setting.key(), setting.least(), setting.most());
    };
  }

  private Delay delay(String key, Delay usual) {
    String allowed = "a list of two times from 0ms to 1m, the shorter first, as in [1ms, 2ms]";
    return entries.list(key, allowed, ScenarioFile::delay).orElse(usual);
  }

  private static Optional<Delay> delay(List<String> ends) {
    List<Long> times = ends.stream()
        .flatMap(end -> Times.parse(end).stream().boxed())
        .filter(time -> time <= MAX_DELAY)
        .toList();
    return ends.size() == 2 && times.size() == 2 && times.get(0) <= times.get(1)
        ? Optional.of(new Delay(times.get(0), times.get(1)))
        : Optional.empty();
  }

  private List<Double> loads(Shape shape) {
    String allowed = "a list of 1 to " + MOST_LOADS
        + " different numbers above 0 and up to 1000, as in [2, 4, 10]";
    List<Double> loads = entries.list("loads", allowed, ScenarioFile::loads).orElse(List.of(1.0));
    if (shape instanceof Production production && entries.has("loads")) {
      loads.forEach(load -> checkSpenders(production, load));
    }
    return loads;
  }

  private static Optional<List<Double>> loads(List<String> texts) {
    List<Double> loads = texts.stream()
        .flatMap(text -> Entries.decimal(text).stream())
        .filter(load -> load > 0 && load <= MOST_LOAD)
        .distinct()
        .toList();
    return loads.size() == texts.size() && !texts.isEmpty() && texts.size() <= MOST_LOADS
        ? Optional.of(loads)
        : Optional.empty();
  }

  private void checkSpenders(Production production, double load) {
    try {
      production.spendersAt(load);
    } catch (IllegalArgumentException e) {
      entries.wrong("loads", ": " + e.getMessage());
    }
  }
}
