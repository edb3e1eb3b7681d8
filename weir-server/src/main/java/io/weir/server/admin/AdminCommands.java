// SPDX-License-Identifier: Apache-2.0
package io.weir.server.admin;

import io.weir.mysql.MysqlOptions;
import io.weir.server.admin.Administration.AdminRefusal;
import io.weir.server.directory.TenantStore.StoreUnavailable;
import io.weir.server.directory.sql.TenantDatabase;
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
  private static final String DEFAULT_DATA = "weir-data";

  private AdminCommands() {}

  /** Returns the commands with their subcommands. */
  public static List<CommandLine> commandLines() {
    return AdminCommandSpecs.commandLines();
  }

  /** Runs the parsed command and returns the exit code. */
  public static int run(ParseResult group, OutputStream out, PrintWriter errors) {
    return run(group, System.getenv(), out, errors);
  }

  static int run(
      ParseResult group, Map<String, String> environment, OutputStream out, PrintWriter errors) {
    requireCommand(group);
    AdminReply adminReply = reply(group, environment);
    PrintWriter answers = new PrintWriter(out, false, StandardCharsets.UTF_8);
    answers.print(adminReply.out());
    errors.print(adminReply.err());
    errors.flush();
    if (answers.checkError()) {
      errors.println(leafCommand(group).commandSpec().qualifiedName() + ": can't write the output");
      return ExitCode.SOFTWARE;
    }
    return adminReply.exit();
  }

  private static void requireCommand(ParseResult group) {
    if (!group.hasSubcommand() && !ResetCommand.isReset(group)) {
      CommandLine line = group.commandSpec().commandLine();
      throw new ParameterException(
          line,
          "no command given; known commands: "
              + String.join(", ", line.getSubcommands().keySet()));
    }
  }

  /** Returns the command to run: the group's subcommand, or the group itself if it has none. */
  private static ParseResult leafCommand(ParseResult group) {
    return group.hasSubcommand() ? group.subcommand() : group;
  }

  /**
   * Runs the command on the named database or on the folder's. If a server runs on that folder it executes the
   * command, otherwise this process does.
   */
  private static AdminReply reply(ParseResult group, Map<String, String> environment) {
    ParseResult parsed = leafCommand(group);
    String mysql = parsed.matchedOptionValue(AdminCommandSpecs.MYSQL, "");
    if (!mysql.isEmpty() && parsed.hasMatchedOption(AdminCommandSpecs.DATA)) {
      throw new ParameterException(
          parsed.commandSpec().commandLine(),
          AdminCommandSpecs.DATA + " and " + AdminCommandSpecs.MYSQL + " are mutually exclusive");
    }
    if (mysql.isEmpty() && !parsed.hasMatchedOption(AdminCommandSpecs.DATA)) {
      mysql = environment.getOrDefault(MYSQL, "");
    }
    try {
      CommandExecution.check(group, EpochClock.system());
      if (!mysql.isEmpty()) {
        MysqlOptions options = MysqlOptions.at(mysql).build();
        return runLocally(
            group, TenantDatabase.open(options.connection()), ResetCommand.in(options));
      }
      Path folder = folder(parsed, environment);
      Optional<AdminReply> fromServer = AdminSocket.send(folder, arguments(group));
      return fromServer.isPresent() ? fromServer.get() : runLocally(group, open(folder, parsed));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          parsed.commandSpec().commandLine(), String.valueOf(e.getMessage()));
    } catch (StoreUnavailable | AdminRefusal e) {
      return failed(parsed, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return failed(parsed, "the server that uses this folder did not respond in time");
    }
  }

  static Path folder(ParseResult parsed, Map<String, String> environment) {
    String variable = environment.getOrDefault(DATA, "");
    return Path.of(parsed.matchedOptionValue(
        AdminCommandSpecs.DATA, variable.isEmpty() ? DEFAULT_DATA : variable));
  }

  /** Returns the arguments from the command's name on. */
  private static List<String> arguments(ParseResult group) {
    List<String> all = group.originalArgs();
    int start = all.indexOf(group.commandSpec().name());
    return start < 0 ? all : all.subList(start, all.size());
  }

  private static TenantDatabase open(Path folder, ParseResult parsed) {
    boolean isCreate = parsed.commandSpec().name().equals("create");
    if (!isCreate && !LocalDatabase.isUsed(folder)) {
      throw new AdminRefusal(
          "no server database found in the folder " + folder.toAbsolutePath().normalize() + "; use "
              + AdminCommandSpecs.DATA + " to select another folder");
    }
    try {
      return TenantDatabase.embedded(folder);
    } catch (StoreUnavailable e) {
      throw AdminSocket.unusableReason(folder)
          .map(reason -> new StoreUnavailable(
              e.getMessage() + "; no running server could be reached: " + reason))
          .orElse(e);
    }
  }

  private static AdminReply runLocally(ParseResult group, TenantDatabase opened) {
    return runLocally(
        group, opened, ResetCommand.in(() -> opened.localDatabase().orElseThrow()));
  }

  private static AdminReply runLocally(
      ParseResult group, TenantDatabase opened, ResetCommand.ResetExecutor resets) {
    try (TenantDatabase tenantDatabase = opened) {
      Administration administration = new Administration(tenantDatabase, new SecureRandom());
      return reply(group, new CommandExecution(administration, EpochClock.system(), resets));
    }
  }

  private static AdminReply failed(ParseResult parsed, String reason) {
    return new AdminReply(
        ExitCode.SOFTWARE, "", parsed.commandSpec().qualifiedName() + ": " + reason + '\n');
  }

  /** Executes a command that was sent to a server. */
  static AdminReply reply(List<String> arguments, CommandExecution commandExecution) {
    CommandLine weir = new CommandLine(CommandSpec.create().name("weir")).setExpandAtFiles(false);
    commandLines().forEach(weir::addSubcommand);
    try {
      ParseResult group = weir.parseArgs(arguments.toArray(String[]::new)).subcommand();
      if (group == null) {
        throw new ParameterException(weir, "no command given");
      }
      requireCommand(group);
      return reply(group, commandExecution);
    } catch (ParameterException e) {
      String command = e.getCommandLine().getCommandSpec().qualifiedName();
      return new AdminReply(
          ExitCode.USAGE,
          "",
          "%s: %s%nsee ./%s --help%n".formatted(command, e.getMessage(), command));
    }
  }

  private static AdminReply reply(ParseResult group, CommandExecution commandExecution) {
    ParseResult parsed = leafCommand(group);
    try {
      String out = commandExecution.output(group);
      String note = commandExecution.note(group);
      return new AdminReply(
          ExitCode.OK,
          out,
          note.isEmpty() ? "" : parsed.commandSpec().qualifiedName() + ": " + note + '\n');
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          parsed.commandSpec().commandLine(), String.valueOf(e.getMessage()));
    } catch (StoreUnavailable | AdminRefusal e) {
      return failed(parsed, String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      return failed(parsed, "internal error: " + e.getClass().getName());
    }
  }
}
