// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator;

import io.weir.simulator.Performance.Failed;
import io.weir.simulator.result.Outcome;
import io.weir.simulator.run.Contender;
import io.weir.simulator.run.InvariantViolated;
import io.weir.simulator.scenario.Catalogue;
import io.weir.simulator.scenario.Scenario;
import io.weir.simulator.scenario.Shown;
import io.weir.simulator.scenario.file.ScenarioFile;
import io.weir.simulator.study.Study;
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

  /** What engines log in virtual time would stand there with the real one. Held, since else its level would be forgotten. */
  private static final Logger ENGINES = Logger.getLogger("io.weir");

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

  /** A study simulates so much of the production traffic, for so long: some minutes of real time. */
  private static final double STUDY_SCALE = 0.3;

  private static final int USUAL_STUDY_MINUTES = 2;

  private Main() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    ENGINES.setLevel(Level.OFF);
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    OutputStream err = new FileOutputStream(FileDescriptor.err);
    System.exit(run(args, Wiring.real(), out, err));
  }

  /** Runs the command on these streams and gives its exit code. Closes none of them. */
  static int run(String[] args, Wiring wiring, OutputStream out, OutputStream err) {
    PrintWriter answers = new PrintWriter(out, false, StandardCharsets.UTF_8);
    PrintWriter errors = new PrintWriter(err, true, StandardCharsets.UTF_8);
    try {
      return obey(args, wiring, answers);
    } catch (ParameterException e) {
      errors.println(NAME + ": " + e.getMessage());
      errors.println("see ./" + NAME + " --help");
      return ExitCode.USAGE;
    } catch (Failed e) {
      answers.flush();
      report(e, errors);
    } catch (InvariantViolated e) {
      answers.flush();
      report(e, "", errors);
    } catch (IOException e) {
      answers.flush();
      errors.println(NAME + ": " + e.getMessage());
    } catch (OutOfMemoryError e) {
      errors.println(NAME + ": the heap is too small for this scenario;"
          + " increase it, for example with JAVA_TOOL_OPTIONS=-Xmx4g");
    } catch (RuntimeException | Error e) {
      answers.flush();
      errors.println(NAME + ": internal error: " + e);
    }
    return ExitCode.SOFTWARE;
  }

  private static int obey(String[] args, Wiring wiring, PrintWriter answers)
      throws Failed, IOException {
    CommandLine command = new CommandLine(spec()).setExpandAtFiles(false);
    ParseResult asked = command.setUsageHelpWidth(120).parseArgs(args);
    if (asked.isUsageHelpRequested()) {
      command.usage(answers, Ansi.OFF);
      return written(ExitCode.OK, answers);
    }
    Arguments arguments = new Arguments(asked);
    Optional<String> campaign = arguments.campaign();
    if (campaign.isPresent()) {
      return written(campaign(campaign.get(), arguments, answers), answers);
    }
    if (asked.hasMatchedOption(LIST)) {
      answers.print(list());
      return written(ExitCode.OK, answers);
    }
    return written(perform(arguments.order(), wiring, answers), answers);
  }

  /** The exit code, if all that was said has got somewhere. */
  private static int written(int exitCode, PrintWriter out) throws IOException {
    if (out.checkError()) {
      throw new IOException("can't write the output");
    }
    return exitCode;
  }

  private static int campaign(String which, Arguments arguments, PrintWriter out)
      throws IOException {
    Campaign campaign = new Campaign(out);
    long from = arguments.seed();
    if (which.equals(Arguments.SEEDS)) {
      return campaign.seeds(from, arguments.count(which));
    }
    if (which.equals(Arguments.TRIALS)) {
      return campaign.trials(from, arguments.count(which));
    }
    int minutes = (int) arguments.minutes().orElse(USUAL_STUDY_MINUTES);
    campaign.frontier(new Study.Depth(STUDY_SCALE, minutes, 5), from, arguments.files());
    return ExitCode.OK;
  }

  private static int perform(Order order, Wiring wiring, PrintWriter out)
      throws Failed, IOException {
    Scenario scenario = order.scenario();
    out.printf("%s: %s%n", scenario.name(), scenario.title());
    out.println(order.command());
    out.flush();
    Outcome outcome = new Performance(order, wiring, out).run();
    out.println();
    out.print(Summary.of(outcome));
    write(order.files().json(), wiring.json(), outcome, order);
    write(order.files().report(), wiring.html(), outcome, order);
    boolean isNothing = outcome.runs().stream().allMatch(run -> run.volume().checks() == 0);
    if (isNothing) {
      out.println("NO CHECKS WERE MADE: the simulation ends before its traffic begins.");
    }
    return isNothing || Summary.isBoundExceeded(outcome) ? ExitCode.SOFTWARE : ExitCode.OK;
  }

  private static void write(Optional<Path> file, Wiring.Sheet sheet, Outcome outcome, Order order)
      throws IOException {
    if (file.isPresent()) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      sheet.write(outcome, order.command(), bytes);
      save(file.get(), bytes.toByteArray());
    }
  }

  /** Writes a file, or says which one it could not write. */
  static void save(Path file, byte[] bytes) throws IOException {
    try {
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new IOException(
          "can't write " + Shown.quoted(file.toString()) + ": " + e.getMessage(), e);
    }
  }

  private static void report(Failed failure, PrintWriter errors) {
    report(failure.violation(), ", " + failure.where(), errors);
    errors.println("to reproduce: " + failure.command());
  }

  private static void report(InvariantViolated violation, String where, PrintWriter errors) {
    errors.println(NAME + ": invariant violated: " + violation.what());
    errors.println("seed " + violation.seed() + where);
    errors.println("last events:");
    violation.lastEvents().forEach(event -> errors.println("  " + event));
  }

  private static String list() {
    int width = Catalogue.names().stream().mapToInt(String::length).max().orElse(1);
    StringBuilder text = new StringBuilder();
    for (Scenario each : Catalogue.all()) {
      text.append(each.name()).append(" ".repeat(width - each.name().length() + 2));
      text.append(each.title()).append(System.lineSeparator());
    }
    return text.toString();
  }

  /** Put together without annotations: reflection would slow down the start. */
  private static CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name(NAME);
    spec.addOption(
            option(
                Arguments.SCENARIO,
                "NAME|FILE",
                "The scenario: a built-in one or a YAML file. Required unless --seeds, --trials or --frontier is given."))
        .addOption(option(
            Arguments.POLICY,
            "NAMES",
            "The policies to compare: %s, or a comma-separated list of %s. Default: %s."
                .formatted(Arguments.ALL, String.join(", ", Contender.titles()), Arguments.ALL)))
        .addOption(option(Arguments.REGIONS, "N", counted("Number of regions")))
        .addOption(option(Arguments.NODES, "N", counted("Number of processes per region")))
        .addOption(option(
            Arguments.SEED,
            "N",
            "The seed of all random numbers: 0 to %d. Default: %d."
                .formatted(Arguments.MOST_SEED, Arguments.USUAL_SEED)))
        .addOption(option(
            Arguments.MINUTES,
            "N",
            "Minutes of virtual time: 1 to %d. Default: as in the scenario."
                .formatted(Arguments.MOST_MINUTES)))
        .addOption(option(Arguments.JSON, "FILE", "Write the results as JSON to this file."))
        .addOption(option(
            Arguments.REPORT,
            "FILE",
            "Write the results as an HTML page with plots to this file."));
    addAlternatives(spec);
    spec.usageMessage()
        .description(
            "Simulates fleets of real engines in virtual time, and reports how exactly limits are enforced.")
        .sortOptions(false)
        .footer(FOOTER.split("\n"));
    return spec;
  }

  /** What can be asked for instead of a scenario. */
  private static void addAlternatives(CommandSpec spec) {
    spec.addOption(option(
            Arguments.SEEDS,
            "N",
            "Instead of a scenario: run N seeds of random faults, starting at --seed."))
        .addOption(option(
            Arguments.TRIALS,
            "N",
            "Instead of a scenario: check the bound in N random fleets, starting at --seed."))
        .addOption(OptionSpec.builder(Arguments.FRONTIER)
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

  private static String counted(String what) {
    return "%s: 1 to %d. Default: as in the scenario.".formatted(what, ScenarioFile.MOST);
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
