// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator;

import io.weir.simulator.RequestRunner.RunFailed;
import io.weir.simulator.result.SimulationResult;
import io.weir.simulator.run.ComparedPolicy;
import io.weir.simulator.run.InvariantViolated;
import io.weir.simulator.scenario.QuotedText;
import io.weir.simulator.scenario.Scenario;
import io.weir.simulator.scenario.ScenarioCatalog;
import io.weir.simulator.scenario.file.ScenarioFile;
import io.weir.simulator.study.PolicyStudy;
import io.weir.simulator.summary.Summary;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Simulates whole fleets: {@code java io.weir.simulator.Main [ARGUMENTS]}, or {@code ./weir simulate}. */
public final class Main {
  static final String NAME = "weir simulate";
  private static final String LIST = "--list";

  /**
   * The logger of the engines, disabled because their messages would look like those of a real engine. A strong
   * reference keeps its level from being lost to garbage collection.
   */
  private static final Logger ENGINE_LOG = Logger.getLogger("io.weir");

  private static final String FOOTER = """

      Examples:
        ./weir simulate --list
        ./weir simulate --scenario even-spread --policy weir,rfc --seed 7
        ./weir simulate --scenario production --minutes 5 --json out.json --report out.html
        ./weir simulate --seeds 100000
        ./weir simulate --frontier --report frontier.html

      The same scenario and seed give the same JSON, byte for byte. weir-simulator/README.md explains the figures and
      how to write a scenario file.

      Exit codes: 0 success, 1 violated invariant or other failure, 2 invalid option or scenario file.
      """;

  /**
   * The fraction of the production traffic that the policy study simulates, so that it takes only minutes of real
   * time.
   */
  private static final double STUDY_SCALE = 0.3;

  private static final int DEFAULT_STUDY_MINUTES = 2;

  private Main() {}

  /** Runs the command and exits with its exit code. */
  public static void main(String[] args) {
    ENGINE_LOG.setLevel(Level.OFF);
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    OutputStream err = new FileOutputStream(FileDescriptor.err);
    System.exit(run(args, SimulatorEnvironment.production(), out, err));
  }

  /** Runs the command on these streams and returns its exit code. Does not close the streams. */
  static int run(
      String[] args,
      SimulatorEnvironment simulatorEnvironment,
      OutputStream out,
      OutputStream err) {
    PrintWriter output = new PrintWriter(out, false, StandardCharsets.UTF_8);
    PrintWriter errors = new PrintWriter(err, true, StandardCharsets.UTF_8);
    try {
      return execute(args, simulatorEnvironment, output);
    } catch (ParameterException e) {
      errors.println(NAME + ": " + e.getMessage());
      errors.println("see ./" + NAME + " --help");
      return ExitCode.USAGE;
    } catch (RunFailed e) {
      output.flush();
      report(e, errors);
    } catch (InvariantViolated e) {
      output.flush();
      report(e, "", errors);
    } catch (IOException e) {
      output.flush();
      errors.println(NAME + ": " + e.getMessage());
    } catch (OutOfMemoryError e) {
      errors.println(NAME + ": the heap is too small for this scenario;"
          + " increase it, for example with JAVA_TOOL_OPTIONS=-Xmx4g");
    } catch (RuntimeException | Error e) {
      output.flush();
      errors.println(NAME + ": internal error: " + e);
    }
    return ExitCode.SOFTWARE;
  }

  private static int execute(
      String[] args, SimulatorEnvironment simulatorEnvironment, PrintWriter output)
      throws RunFailed, IOException {
    CommandLine command = new CommandLine(spec()).setExpandAtFiles(false);
    ParseResult parsed = command.setUsageHelpWidth(120).parseArgs(args);
    if (parsed.isUsageHelpRequested()) {
      command.usage(output, Ansi.OFF);
      return checkWritten(ExitCode.OK, output);
    }
    SimulatorArguments simulatorArguments = new SimulatorArguments(parsed);
    Optional<String> campaign = simulatorArguments.campaign();
    if (campaign.isPresent()) {
      return checkWritten(campaign(campaign.get(), simulatorArguments, output), output);
    }
    if (parsed.hasMatchedOption(LIST)) {
      output.print(list());
      return checkWritten(ExitCode.OK, output);
    }
    return checkWritten(
        simulate(simulatorArguments.request(), simulatorEnvironment, output), output);
  }

  /** Returns the exit code, or fails if the output could not be written. */
  private static int checkWritten(int exitCode, PrintWriter out) throws IOException {
    if (out.checkError()) {
      throw new IOException("can't write the output");
    }
    return exitCode;
  }

  private static int campaign(String which, SimulatorArguments simulatorArguments, PrintWriter out)
      throws IOException {
    Campaign campaign = new Campaign(out);
    long from = simulatorArguments.seed();
    if (which.equals(SimulatorArguments.SEEDS)) {
      return campaign.seeds(from, simulatorArguments.count(which));
    }
    if (which.equals(SimulatorArguments.TRIALS)) {
      return campaign.trials(from, simulatorArguments.count(which));
    }
    int minutes = (int) simulatorArguments.minutes().orElse(DEFAULT_STUDY_MINUTES);
    campaign.frontier(
        new PolicyStudy.StudyDepth(STUDY_SCALE, minutes, 5), from, simulatorArguments.files());
    return ExitCode.OK;
  }

  private static int simulate(
      SimulationRequest simulationRequest,
      SimulatorEnvironment simulatorEnvironment,
      PrintWriter out)
      throws RunFailed, IOException {
    Scenario scenario = simulationRequest.scenario();
    out.printf("%s: %s%n", scenario.name(), scenario.title());
    out.println(simulationRequest.command());
    out.flush();
    SimulationResult simulationResult =
        new RequestRunner(simulationRequest, simulatorEnvironment, out).run();
    out.println();
    out.print(Summary.of(simulationResult));
    write(
        simulationRequest.files().json(),
        simulatorEnvironment.json(),
        simulationResult,
        simulationRequest);
    write(
        simulationRequest.files().report(),
        simulatorEnvironment.html(),
        simulationResult,
        simulationRequest);
    boolean isEmpty =
        simulationResult.runs().stream().allMatch(run -> run.volume().checks() == 0);
    if (isEmpty) {
      out.println("NO CHECKS WERE MADE: the simulation ends before its traffic begins.");
    }
    return isEmpty || Summary.isBoundExceeded(simulationResult) ? ExitCode.SOFTWARE : ExitCode.OK;
  }

  private static void write(
      Optional<Path> file,
      SimulatorEnvironment.ResultWriter resultWriter,
      SimulationResult simulationResult,
      SimulationRequest simulationRequest)
      throws IOException {
    if (file.isPresent()) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      resultWriter.write(simulationResult, simulationRequest.command(), bytes);
      save(file.get(), bytes.toByteArray());
    }
  }

  /** Writes a file. The exception names the file if that fails. */
  static void save(Path file, byte[] bytes) throws IOException {
    try {
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new IOException(
          "can't write " + QuotedText.quoted(file.toString()) + ": " + e.getMessage(), e);
    }
  }

  private static void report(RunFailed failure, PrintWriter errors) {
    report(failure.violation(), ", " + failure.where(), errors);
    errors.println("to reproduce: " + failure.command());
  }

  private static void report(InvariantViolated violation, String where, PrintWriter errors) {
    errors.println(NAME + ": invariant violated: " + violation.description());
    errors.println("seed " + violation.seed() + where);
    errors.println("last events:");
    violation.lastEvents().forEach(event -> errors.println("  " + event));
  }

  private static String list() {
    int width = ScenarioCatalog.names().stream().mapToInt(String::length).max().orElse(1);
    StringBuilder text = new StringBuilder();
    for (Scenario each : ScenarioCatalog.all()) {
      text.append(each.name()).append(" ".repeat(width - each.name().length() + 2));
      text.append(each.title()).append(System.lineSeparator());
    }
    return text.toString();
  }

  /** Builds the command without annotations, because reflection would slow down the start. */
  private static CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name(NAME);
    spec.addOption(
            option(
                SimulatorArguments.SCENARIO,
                "NAME|FILE",
                "The scenario: a built-in one or a YAML file. Required unless --seeds, --trials or --frontier is given."))
        .addOption(option(
            SimulatorArguments.POLICY,
            "NAMES",
            "The policies to compare: %s, or a comma-separated list of %s. Default: %s."
                .formatted(
                    SimulatorArguments.ALL_CONTENDERS,
                    String.join(", ", ComparedPolicy.titles()),
                    SimulatorArguments.ALL_CONTENDERS)))
        .addOption(option(SimulatorArguments.REGIONS, "N", counted("Number of regions")))
        .addOption(option(SimulatorArguments.NODES, "N", counted("Number of processes per region")))
        .addOption(option(
            SimulatorArguments.SEED,
            "N",
            "The seed of all random numbers: 0 to %d. Default: %d."
                .formatted(SimulatorArguments.MAX_SEED, SimulatorArguments.DEFAULT_SEED)))
        .addOption(option(
            SimulatorArguments.MINUTES,
            "N",
            "Minutes of virtual time: 1 to %d. Default: as in the scenario."
                .formatted(SimulatorArguments.MAX_MINUTES)))
        .addOption(
            option(SimulatorArguments.JSON, "FILE", "Write the results as JSON to this file."))
        .addOption(option(
            SimulatorArguments.REPORT,
            "FILE",
            "Write the results as an HTML page with plots to this file."));
    addAlternatives(spec);
    describe(spec);
    return spec;
  }

  private static void describe(CommandSpec spec) {
    spec.usageMessage()
        .description(
            "Simulates fleets of real engines in virtual time, and reports how exactly limits are enforced.")
        .sortOptions(false)
        .footer(FOOTER.split("\n"));
  }

  /** Adds the options that replace a scenario. */
  private static void addAlternatives(CommandSpec spec) {
    spec.addOption(option(
            SimulatorArguments.SEEDS,
            "N",
            "Instead of a scenario: run N seeds of random faults, starting at --seed."))
        .addOption(option(
            SimulatorArguments.TRIALS,
            "N",
            "Instead of a scenario: check the bound in N random fleets, starting at --seed."))
        .addOption(OptionSpec.builder(SimulatorArguments.FRONTIER)
            .description(
                "Instead of a scenario: compare policies with other settings, and what exactness costs.")
            .build())
        .addOption(
            OptionSpec.builder(LIST).description("List the built-in scenarios.").build())
        .addOption(OptionSpec.builder("-h", "--help")
            .usageHelp(true)
            .description("Print this help.")
            .build());
  }

  private static String counted(String subject) {
    return "%s: 1 to %d. Default: as in the scenario.".formatted(subject, ScenarioFile.MAX_COUNT);
  }

  private static OptionSpec option(String name, String label, String description) {
    return OptionSpec.builder(name)
        .type(String.class)
        .arity("1")
        .paramLabel(label)
        .description(description)
        .build();
  }
}
