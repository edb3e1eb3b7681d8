// SPDX-License-Identifier: Apache-2.0
package io.weir.server.admin;

import io.weir.mysql.MysqlOptions;
import io.weir.server.admin.Administration.Refused;
import io.weir.server.directory.Registry.Unavailable;
import io.weir.server.directory.sql.Store;
import io.weir.sql.file.LocalDatabase;
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

/** The commands {@code keys}, {@code workspaces}, {@code namespaces} and {@code reset}. */
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
      errors.println(asked(group).commandSpec().qualifiedName() + ": can't write the output");
      return ExitCode.SOFTWARE;
    }
    return reply.exit();
  }

  private static void requireCommand(ParseResult group) {
    if (!group.hasSubcommand() && !ResetCommand.is(group)) {
      CommandLine line = group.commandSpec().commandLine();
      throw new ParameterException(
          line,
          "no command given; known commands: "
              + String.join(", ", line.getSubcommands().keySet()));
    }
  }

  /** The command itself: below its group, if it is in one. */
  private static ParseResult asked(ParseResult group) {
    return group.hasSubcommand() ? group.subcommand() : group;
  }

  /** On the database that is named, or in the folder: by the server that has it, if one runs, else here. */
  private static Reply reply(ParseResult group, Map<String, String> environment) {
    ParseResult asked = asked(group);
    String mysql = asked.matchedOptionValue(Grammar.MYSQL, "");
    if (!mysql.isEmpty() && asked.hasMatchedOption(Grammar.DATA)) {
      throw new ParameterException(
          asked.commandSpec().commandLine(),
          Grammar.DATA + " and " + Grammar.MYSQL + " are mutually exclusive");
    }
    if (mysql.isEmpty() && !asked.hasMatchedOption(Grammar.DATA)) {
      mysql = environment.getOrDefault(MYSQL, "");
    }
    try {
      Execution.check(group, EpochClock.system());
      if (!mysql.isEmpty()) {
        MysqlOptions options = MysqlOptions.at(mysql).build();
        return here(group, Store.open(options.connection()), ResetCommand.in(options));
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
      return failed(asked, "the server that uses this folder did not respond in time");
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
      throw new Refused(
          "no server database found in the folder " + folder.toAbsolutePath().normalize() + "; use "
              + Grammar.DATA + " to select another folder");
    }
    try {
      return Store.embedded(folder);
    } catch (Unavailable e) {
      throw AdminSocket.misfit(folder)
          .map(misfit ->
              new Unavailable(e.getMessage() + "; no running server could be reached: " + misfit))
          .orElse(e);
    }
  }

  private static Reply here(ParseResult group, Store opened) {
    return here(group, opened, ResetCommand.in(() -> opened.localDatabase().orElseThrow()));
  }

  private static Reply here(ParseResult group, Store opened, ResetCommand.Target resets) {
    try (Store store = opened) {
      Administration administration = new Administration(store, new SecureRandom());
      return reply(group, new Execution(administration, EpochClock.system(), resets));
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
          "%s: %s%nsee ./%s --help%n".formatted(command, e.getMessage(), command));
    }
  }

  private static Reply reply(ParseResult group, Execution execution) {
    ParseResult asked = asked(group);
    try {
      String out = execution.of(group);
      String note = execution.note(group);
      return new Reply(
          ExitCode.OK,
          out,
          note.isEmpty() ? "" : asked.commandSpec().qualifiedName() + ": " + note + '\n');
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
