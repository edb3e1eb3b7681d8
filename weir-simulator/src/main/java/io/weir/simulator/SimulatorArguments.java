// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator;

import io.weir.simulator.fault.SimulatedFault;
import io.weir.simulator.run.ComparedPolicy;
import io.weir.simulator.scenario.FaultValidator;
import io.weir.simulator.scenario.QuotedText;
import io.weir.simulator.scenario.Scenario;
import io.weir.simulator.scenario.Scenario.TimeSpan;
import io.weir.simulator.scenario.Scenario.Topology;
import io.weir.simulator.scenario.ScenarioCatalog;
import io.weir.simulator.scenario.file.InvalidScenario;
import io.weir.simulator.scenario.file.ScenarioFile;
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

/** Turns command-line options into a simulation request. Validates everything before anything runs. */
final class SimulatorArguments {
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

  static final long MAX_SEEDS = 1_000_000_000;

  /** The options that replace a scenario, and therefore exclude the scenario's options. */
  private static final List<String> CAMPAIGNS = List.of(SEEDS, TRIALS, FRONTIER);

  /** The value that selects all contenders. */
  static final String ALL_CONTENDERS = "all";

  static final long DEFAULT_SEED = 1;

  /** The largest integer that every JSON reader represents exactly. */
  static final long MAX_SEED = (1L << 53) - 1;

  static final long MAX_MINUTES = 1_440;

  private final ParseResult parsed;

  SimulatorArguments(ParseResult parsed) {
    this.parsed = parsed;
  }

  /**
   * Returns the request.
   *
   * @throws ParameterException for the first invalid option, or for all errors in a scenario file
   */
  SimulationRequest request() {
    List<ComparedPolicy> contenders = contenders();
    OptionalLong regions = number(REGIONS, 1, ScenarioFile.MAX_COUNT);
    OptionalLong nodes = number(NODES, 1, ScenarioFile.MAX_COUNT);
    OptionalLong minutes = minutes();
    long seed = seed();
    SimulationRequest.OutputFiles outputFiles = files();
    String name = text(SCENARIO)
        .orElseThrow(() -> invalid("%s is required: a file, or one of %s"
            .formatted(SCENARIO, String.join(", ", ScenarioCatalog.names()))));
    Scenario scenario = scenario(name);
    checkDistinct(
        outputFiles,
        ScenarioCatalog.named(name).isPresent() ? List.of() : List.of(path(SCENARIO, name)));
    Topology topology = scenario.topology();
    TimeSpan timeSpan = scenario.span();
    Scenario changed = new Scenario(
        scenario.name(),
        scenario.title(),
        scenario.shape(),
        scenario.loads(),
        new Topology(
            (int) regions.orElse(topology.regions()),
            (int) nodes.orElse(topology.nodes()),
            topology.near(),
            topology.far()),
        new TimeSpan(
            timeSpan.startMillis(),
            minutes.isPresent() ? minutes.getAsLong() * 60_000 : timeSpan.millis(),
            timeSpan.tickMillis()),
        scenario.faults());
    checkFaults(changed);
    String changes = minutes.isPresent() ? " " + MINUTES + " " + minutes.getAsLong() : "";
    return new SimulationRequest(
        changed,
        contenders,
        seed,
        outputFiles,
        new SimulationRequest.ScenarioSource(name, changes));
  }

  /** Returns the option that replaces the scenario, if one is given. */
  Optional<String> campaign() {
    List<String> given = CAMPAIGNS.stream().filter(parsed::hasMatchedOption).toList();
    if (given.isEmpty()) {
      return Optional.empty();
    }
    if (given.size() > 1) {
      throw invalid(String.join(" and ", given) + " are mutually exclusive");
    }
    boolean isFrontier = given.get(0).equals(FRONTIER);
    List<String> excluded = isFrontier
        ? List.of(SCENARIO, POLICY, REGIONS, NODES)
        : List.of(SCENARIO, POLICY, REGIONS, NODES, MINUTES, JSON, REPORT);
    for (String option : excluded) {
      if (parsed.hasMatchedOption(option)) {
        throw invalid(given.get(0) + " replaces the scenario and can't be combined with " + option);
      }
    }
    checkDistinct(files(), List.of());
    return Optional.of(given.get(0));
  }

  /** Returns the number of seeds to run, starting at the first seed. */
  long count(String option) {
    long count = number(option, 1, MAX_SEEDS).orElseThrow();
    if (seed() > MAX_SEED - count + 1) {
      throw invalid("%s and %s must end at a seed of %d or less, but were %d seeds starting at %d"
          .formatted(SEED, option, MAX_SEED, count, seed()));
    }
    return count;
  }

  /** Resolves symbolic links as far as the file exists. */
  private static Path realPath(Path file) {
    try {
      return file.toRealPath();
    } catch (IOException e) {
      return file.toAbsolutePath().normalize(); // does not exist yet
    }
  }

  /** Returns the first seed. */
  long seed() {
    return number(SEED, 0, MAX_SEED).orElse(DEFAULT_SEED);
  }

  /** Returns the number of minutes, if given. */
  OptionalLong minutes() {
    return number(MINUTES, 1, MAX_MINUTES);
  }

  /** Returns the output files. */
  SimulationRequest.OutputFiles files() {
    return new SimulationRequest.OutputFiles(output(JSON), output(REPORT));
  }

  private Optional<String> text(String option) {
    return Optional.ofNullable(parsed.matchedOptionValue(option, null));
  }

  private ParameterException invalid(String text) {
    return new ParameterException(parsed.commandSpec().commandLine(), text);
  }

  private OptionalLong number(String option, long min, long max) {
    Optional<String> text = text(option);
    if (text.isEmpty()) {
      return OptionalLong.empty();
    }
    boolean isNumber = text.get().matches("[0-9]{1,18}");
    long number = isNumber ? Long.parseLong(text.get()) : -1;
    if (number < min || number > max) {
      throw invalid("%s must be an integer from %d to %d, but was %s"
          .formatted(option, min, max, QuotedText.quoted(text.get())));
    }
    return OptionalLong.of(number);
  }

  private List<ComparedPolicy> contenders() {
    String text = text(POLICY).orElse(ALL_CONTENDERS);
    if (text.equals(ALL_CONTENDERS)) {
      return List.of(ComparedPolicy.values());
    }
    Set<ComparedPolicy> chosen = new LinkedHashSet<>();
    for (String word : text.split(",", -1)) {
      ComparedPolicy comparedPolicy = ComparedPolicy.named(word.strip())
          .orElseThrow(() -> invalid("%s must be %s or a comma-separated list of %s, but was %s"
              .formatted(
                  POLICY,
                  ALL_CONTENDERS,
                  String.join(", ", ComparedPolicy.titles()),
                  QuotedText.quoted(text))));
      if (!chosen.add(comparedPolicy)) {
        throw invalid(
            POLICY + " names " + comparedPolicy.title() + " twice: " + QuotedText.quoted(text));
      }
    }
    return List.copyOf(chosen);
  }

  private Scenario scenario(String name) {
    Optional<Scenario> known = ScenarioCatalog.named(name);
    if (known.isPresent()) {
      return known.get();
    }
    Path file = path(SCENARIO, name);
    boolean looksLikeAFile = name.contains("/") || name.contains(".");
    if (!looksLikeAFile && !Files.exists(file)) {
      throw invalid("%s must be a file or one of %s, but was %s"
          .formatted(
              SCENARIO, String.join(", ", ScenarioCatalog.names()), QuotedText.quoted(name)));
    }
    try {
      return ScenarioFile.read(file);
    } catch (InvalidScenario e) {
      throw invalid(e.errors().stream()
          .map(each -> QuotedText.quoted(name) + ": " + each)
          .collect(Collectors.joining(System.lineSeparator() + Main.NAME + ": ")));
    }
  }

  private Path path(String option, String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw invalid(option + " must be a file, but was " + QuotedText.quoted(text));
    }
  }

  /** Returns an output file, checked as far as possible without writing to it. */
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
      throw invalid(option + " must be a file to write to, but was " + QuotedText.quoted(text.get())
          + ": " + reason);
    }
    return Optional.of(file);
  }

  /** Refuses output files that would overwrite each other or the scenario. */
  private void checkDistinct(SimulationRequest.OutputFiles outputFiles, List<Path> scenario) {
    List<Path> taken = new ArrayList<>();
    scenario.forEach(file -> taken.add(realPath(file)));
    for (Optional<Path> file : List.of(outputFiles.json(), outputFiles.report())) {
      if (file.isPresent()) {
        Path real = realPath(file.get());
        if (taken.contains(real)) {
          throw invalid("%s, %s and %s must be different files, but %s was given twice"
              .formatted(SCENARIO, JSON, REPORT, QuotedText.quoted(file.get().toString())));
        }
        taken.add(real);
      }
    }
  }

  /** Refuses options that leave no place or time for one of the scenario's faults. */
  private void checkFaults(Scenario scenario) {
    FaultValidator check = new FaultValidator(scenario.topology(), scenario.span());
    for (SimulatedFault simulatedFault : scenario.faults()) {
      List<String> errors = check.errors(simulatedFault);
      if (!errors.isEmpty()) {
        throw invalid("%s, %s and %s leave no room for a fault of %s: %s"
            .formatted(REGIONS, NODES, MINUTES, scenario.name(), String.join("; ", errors)));
      }
    }
  }
}
