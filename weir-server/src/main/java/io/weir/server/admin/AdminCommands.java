// SPDX-License-Identifier: Apache-2.0
package io.weir.server.admin;

import io.weir.mysql.MysqlOptions;
import io.weir.mysql.file.LocalDatabase;
import io.weir.server.admin.Administration.Refused;
import io.weir.server.directory.Registry.Unavailable;
import io.weir.server.directory.sql.Store;
import io.weir.time.EpochClock;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The commands {@code keys}, {@code workspaces} and {@code namespaces}. */
public final class AdminCommands {
  private static final String DATA = "WEIR_DATA";
  private static final String MYSQL = "WEIR_MYSQL";
  private static final String USUAL_DATA = "weir-data";

  private AdminCommands() {}

  /** The commands with those below them. */
  public static List<CommandLine> commandLines() {
    return Grammar.commandLines();
  }

  /** Does what was asked for and gives the exit code. */
  public static int run(ParseResult group, OutputStream out, PrintWriter errors) {
    return run(group, System.getenv(), out, errors);
  }

  static int run(
      ParseResult group, Map<String, String> environment, OutputStream out, PrintWriter errors) {
    requireCommand(group);
    Reply reply = reply(group, environment);
    PrintWriter answers = new PrintWriter(out, false, StandardCharsets.UTF_8);
    answers.print(reply.out());
    errors.print(reply.err());
    errors.flush();
    if (answers.checkError()) {
      errors.println(group.subcommand().commandSpec().qualifiedName() + ": can't write the answer");
      return ExitCode.SOFTWARE;
    }
    return reply.exit();
  }

  private static void requireCommand(ParseResult group) {
    if (!group.hasSubcommand()) {
      CommandLine line = group.commandSpec().commandLine();
      throw new ParameterException(
          line,
          "no command given; known commands: "
              + String.join(", ", line.getSubcommands().keySet()));
    }
  }

  /** On the database that is named, or in the folder: by the server that has it, if one runs, else here. */
  private static Reply reply(ParseResult group, Map<String, String> environment) {
    ParseResult asked = group.subcommand();
    String mysql = asked.matchedOptionValue(Grammar.MYSQL, "");
    if (!mysql.isEmpty() && asked.hasMatchedOption(Grammar.DATA)) {
      throw new ParameterException(
          asked.commandSpec().commandLine(),
          Grammar.DATA + " and " + Grammar.MYSQL + " are two places: give one of them");
    }
    if (mysql.isEmpty() && !asked.hasMatchedOption(Grammar.DATA)) {
      mysql = environment.getOrDefault(MYSQL, "");
    }
    try {
      Execution.check(group, EpochClock.system());
      if (!mysql.isEmpty()) {
        return here(group, Store.open(MysqlOptions.at(mysql).build()));
      }
      Path folder = folder(asked, environment);
      Optional<Reply> fromServer = AdminSocket.ask(folder, arguments(group));
      return fromServer.isPresent() ? fromServer.get() : here(group, open(folder, asked));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          asked.commandSpec().commandLine(), String.valueOf(e.getMessage()));
    } catch (Unavailable | Refused e) {
      return failed(asked, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return failed(asked, "the server that runs here did not answer: " + e);
    }
  }

  static Path folder(ParseResult asked, Map<String, String> environment) {
    String usual = environment.getOrDefault(DATA, "");
    return Path.of(asked.matchedOptionValue(Grammar.DATA, usual.isEmpty() ? USUAL_DATA : usual));
  }

  /** The arguments from the command's name on. */
  private static List<String> arguments(ParseResult group) {
    List<String> all = group.originalArgs();
    int start = all.indexOf(group.commandSpec().name());
    return start < 0 ? all : all.subList(start, all.size());
  }

  private static Store open(Path folder, ParseResult asked) {
    boolean makes = asked.commandSpec().name().equals("create");
    if (!makes && !LocalDatabase.isUsed(folder)) {
      throw new Refused("there is no server's database in the folder " + folder + "; "
          + Grammar.DATA + " names another");
    }
    try {
      return Store.embedded(folder);
    } catch (Unavailable e) {
      throw AdminSocket.misfit(folder)
          .map(misfit -> new Unavailable(e.getMessage() + "; no server could be asked: " + misfit))
          .orElse(e);
    }
  }

  private static Reply here(ParseResult group, Store opened) {
    try (Store store = opened) {
      Execution execution =
          new Execution(new Administration(store, new SecureRandom()), EpochClock.system());
      return reply(group, execution);
    }
  }

  private static Reply failed(ParseResult asked, String reason) {
    return new Reply(
        ExitCode.SOFTWARE, "", asked.commandSpec().qualifiedName() + ": " + reason + '\n');
  }

  /** For who sent these arguments to a server. */
  static Reply reply(List<String> arguments, Execution execution) {
    CommandLine weir = new CommandLine(CommandSpec.create().name("weir")).setExpandAtFiles(false);
    commandLines().forEach(weir::addSubcommand);
    try {
      ParseResult group = weir.parseArgs(arguments.toArray(String[]::new)).subcommand();
      if (group == null) {
        throw new ParameterException(weir, "no command given");
      }
      requireCommand(group);
      return reply(group, execution);
    } catch (ParameterException e) {
      String command = e.getCommandLine().getCommandSpec().qualifiedName();
      return new Reply(
          ExitCode.USAGE,
          "",
          "%s: %s%n./%s --help tells more%n".formatted(command, e.getMessage(), command));
    }
  }

  private static Reply reply(ParseResult group, Execution execution) {
    ParseResult asked = group.subcommand();
    try {
      return new Reply(ExitCode.OK, execution.of(group), "");
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          asked.commandSpec().commandLine(), String.valueOf(e.getMessage()));
    } catch (Unavailable | Refused e) {
      return failed(asked, String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      return failed(asked, "internal error: " + e.getClass().getName());
    }
  }
}
