// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator;

import io.weir.simulator.fault.Fault;
import io.weir.simulator.run.Contender;
import io.weir.simulator.scenario.Catalogue;
import io.weir.simulator.scenario.FaultCheck;
import io.weir.simulator.scenario.Scenario;
import io.weir.simulator.scenario.Scenario.Span;
import io.weir.simulator.scenario.Scenario.Terrain;
import io.weir.simulator.scenario.Shown;
import io.weir.simulator.scenario.file.ScenarioFile;
import io.weir.simulator.scenario.file.WrongScenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Makes an order of what stands on the command line. Everything is checked before anything runs. */
final class Arguments {
  static final String SCENARIO = "--scenario";
  static final String POLICY = "--policy";
  static final String REGIONS = "--regions";
  static final String NODES = "--nodes";
  static final String SEED = "--seed";
  static final String MINUTES = "--minutes";
  static final String JSON = "--json";
  static final String REPORT = "--report";
  static final String SEEDS = "--seeds";
  static final String TRIALS = "--trials";
  static final String FRONTIER = "--frontier";

  static final long MOST_SEEDS = 1_000_000_000;

  /** What is run instead of a scenario, and so goes with none of its options. */
  private static final List<String> CAMPAIGNS = List.of(SEEDS, TRIALS, FRONTIER);

  /** All contenders at once. */
  static final String ALL = "all";

  static final long USUAL_SEED = 1;

  /** The largest integer that every JSON reader keeps exact. */
  static final long MOST_SEED = (1L << 53) - 1;

  static final long MOST_MINUTES = 1_440;

  private final ParseResult asked;

  Arguments(ParseResult asked) {
    this.asked = asked;
  }

  /**
   * The order.
   *
   * @throws ParameterException for the first option that is wrong, or for everything in a scenario file
   */
  Order order() {
    List<Contender> contenders = contenders();
    OptionalLong regions = number(REGIONS, 1, ScenarioFile.MOST);
    OptionalLong nodes = number(NODES, 1, ScenarioFile.MOST);
    OptionalLong minutes = minutes();
    long seed = seed();
    Order.Files files = files();
    String name = text(SCENARIO)
        .orElseThrow(() -> wrong("%s is required: a file, or one of %s"
            .formatted(SCENARIO, String.join(", ", Catalogue.names()))));
    Scenario scenario = scenario(name);
    checkApart(
        files, Catalogue.named(name).isPresent() ? List.of() : List.of(path(SCENARIO, name)));
    Terrain terrain = scenario.terrain();
    Span span = scenario.span();
    Scenario changed = new Scenario(
        scenario.name(),
        scenario.title(),
        scenario.shape(),
        scenario.loads(),
        new Terrain(
            (int) regions.orElse(terrain.regions()),
            (int) nodes.orElse(terrain.nodes()),
            terrain.near(),
            terrain.far()),
        new Span(
            span.startMillis(),
            minutes.isPresent() ? minutes.getAsLong() * 60_000 : span.millis(),
            span.tickMillis()),
        scenario.faults());
    checkFaults(changed);
    String changes = minutes.isPresent() ? " " + MINUTES + " " + minutes.getAsLong() : "";
    return new Order(changed, contenders, seed, files, new Order.Source(name, changes));
  }

  /** Which of the long ways was asked for, if any. */
  Optional<String> campaign() {
    List<String> given = CAMPAIGNS.stream().filter(asked::hasMatchedOption).toList();
    if (given.isEmpty()) {
      return Optional.empty();
    }
    if (given.size() > 1) {
      throw wrong(String.join(" and ", given) + " are mutually exclusive");
    }
    boolean isFrontier = given.get(0).equals(FRONTIER);
    List<String> senseless = isFrontier
        ? List.of(SCENARIO, POLICY, REGIONS, NODES)
        : List.of(SCENARIO, POLICY, REGIONS, NODES, MINUTES, JSON, REPORT);
    for (String option : senseless) {
      if (asked.hasMatchedOption(option)) {
        throw wrong(given.get(0) + " replaces the scenario and can't be combined with " + option);
      }
    }
    checkApart(files(), List.of());
    return Optional.of(given.get(0));
  }

  /** How many seeds, from the first one on. */
  long count(String option) {
    long count = number(option, 1, MOST_SEEDS).orElseThrow();
    if (seed() > MOST_SEED - count + 1) {
      throw wrong("%s and %s must end at a seed of %d or less, but were %d seeds starting at %d"
          .formatted(SEED, option, MOST_SEED, count, seed()));
    }
    return count;
  }

  /** Where a name leads to: links are followed as far as there is something. */
  private static Path real(Path file) {
    try {
      return file.toRealPath();
    } catch (IOException e) {
      return file.toAbsolutePath().normalize(); // not there yet
    }
  }

  /** The first seed. */
  long seed() {
    return number(SEED, 0, MOST_SEED).orElse(USUAL_SEED);
  }

  /** For how many minutes, if it was said. */
  OptionalLong minutes() {
    return number(MINUTES, 1, MOST_MINUTES);
  }

  /** Where to write to. */
  Order.Files files() {
    return new Order.Files(output(JSON), output(REPORT));
  }

  private Optional<String> text(String option) {
    return Optional.ofNullable(asked.matchedOptionValue(option, null));
  }

  private ParameterException wrong(String text) {
    return new ParameterException(asked.commandSpec().commandLine(), text);
  }

  private OptionalLong number(String option, long least, long most) {
    Optional<String> text = text(option);
    if (text.isEmpty()) {
      return OptionalLong.empty();
    }
    boolean isNumber = text.get().matches("[0-9]{1,18}");
    long number = isNumber ? Long.parseLong(text.get()) : -1;
    if (number < least || number > most) {
      throw wrong("%s must be an integer from %d to %d, but was %s"
          .formatted(option, least, most, Shown.quoted(text.get())));
    }
    return OptionalLong.of(number);
  }

  private List<Contender> contenders() {
    String text = text(POLICY).orElse(ALL);
    if (text.equals(ALL)) {
      return List.of(Contender.values());
    }
    Set<Contender> chosen = new LinkedHashSet<>();
    for (String word : text.split(",", -1)) {
      Contender contender = Contender.named(word.strip())
          .orElseThrow(() -> wrong("%s must be %s or a comma-separated list of %s, but was %s"
              .formatted(POLICY, ALL, String.join(", ", Contender.titles()), Shown.quoted(text))));
      if (!chosen.add(contender)) {
        throw wrong(POLICY + " names " + contender.title() + " twice: " + Shown.quoted(text));
      }
    }
    return List.copyOf(chosen);
  }

  private Scenario scenario(String name) {
    Optional<Scenario> known = Catalogue.named(name);
    if (known.isPresent()) {
      return known.get();
    }
    Path file = path(SCENARIO, name);
    boolean looksLikeAFile = name.contains("/") || name.contains(".");
    if (!looksLikeAFile && !Files.exists(file)) {
      throw wrong("%s must be a file or one of %s, but was %s"
          .formatted(SCENARIO, String.join(", ", Catalogue.names()), Shown.quoted(name)));
    }
    try {
      return ScenarioFile.read(file);
    } catch (WrongScenario e) {
      throw wrong(e.complaints().stream()
          .map(each -> Shown.quoted(name) + ": " + each)
          .collect(Collectors.joining(System.lineSeparator() + Main.NAME + ": ")));
    }
  }

  private Path path(String option, String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw wrong(option + " must be a file, but was " + Shown.quoted(text));
    }
  }

  /** A file that can be written, as far as can be told without writing. */
  private Optional<Path> output(String option) {
    Optional<String> text = text(option);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    Path file = path(option, text.get());
    Path folder = file.toAbsolutePath().getParent();
    String reason = "";
    if (text.get().isEmpty() || Files.isDirectory(file) || folder == null) {
      reason = "it is not a valid file name";
    } else if (!Files.isDirectory(folder)) {
      reason = "its folder does not exist";
    } else if (!Files.isWritable(Files.exists(file) ? file : folder)) {
      reason = "it can't be written";
    }
    if (!reason.isEmpty()) {
      throw wrong(option + " must be a file to write to, but was " + Shown.quoted(text.get()) + ": "
          + reason);
    }
    return Optional.of(file);
  }

  /** Nobody wants one output in place of the other, or of the scenario. */
  private void checkApart(Order.Files files, List<Path> scenario) {
    List<Path> taken = new ArrayList<>();
    scenario.forEach(file -> taken.add(real(file)));
    for (Optional<Path> file : List.of(files.json(), files.report())) {
      if (file.isPresent()) {
        Path real = real(file.get());
        if (taken.contains(real)) {
          throw wrong("%s, %s and %s must be different files, but %s was given twice"
              .formatted(SCENARIO, JSON, REPORT, Shown.quoted(file.get().toString())));
        }
        taken.add(real);
      }
    }
  }

  /** Options may leave a scenario without the place or the time of a fault. */
  private void checkFaults(Scenario scenario) {
    FaultCheck check = new FaultCheck(scenario.terrain(), scenario.span());
    for (Fault fault : scenario.faults()) {
      List<String> complaints = check.complaints(fault);
      if (!complaints.isEmpty()) {
        throw wrong("%s, %s and %s leave no room for a fault of %s: %s"
            .formatted(REGIONS, NODES, MINUTES, scenario.name(), String.join("; ", complaints)));
      }
    }
  }
}
