// SPDX-License-Identifier: Apache-2.0
package io.weir.server.admin;

import io.weir.cli.command.Command;
import io.weir.cli.command.CommandContext;
import io.weir.cli.command.CommandOptions;
import io.weir.mysql.local.LocalStore;
import io.weir.server.directory.sql.TenantDatabase;
import io.weir.sql.file.DatabaseRepair;
import io.weir.sql.file.DatabaseRepair.RepairedTable;
import io.weir.sql.file.DatabaseRepair.TableSet;
import io.weir.sql.file.LocalFileException;
import io.weir.time.EpochClock;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** The command {@code repair}, which makes the damaged database of a server that runs alone usable again. */
public final class RepairCommand {
  private static final String DIRECTORY_PREFIX = "ratelimit_directory_";
  private static final String KEYS = DIRECTORY_PREFIX + "root_keys";

  /** Rows must not be newer than the revision, or servers would never read them. */
  private static final String RAISE_REVISION = "UPDATE ratelimit_directory_revision SET revision ="
      + " (SELECT max(revision) FROM (SELECT revision FROM ratelimit_directory_revision"
      + " UNION ALL SELECT max(revision) FROM ratelimit_directory_workspaces"
      + " UNION ALL SELECT max(revision) FROM ratelimit_directory_root_keys"
      + " UNION ALL SELECT max(revision) FROM ratelimit_directory_namespaces"
      + " UNION ALL SELECT max(revision) FROM ratelimit_directory_overrides))";

  private static final List<TableSet> TABLES = List.of(
      new TableSet(TenantDatabase.SCHEMA_NAME, TenantDatabase.PLAN, List.of(RAISE_REVISION)),
      new TableSet(LocalStore.OWNER, LocalStore.PLAN, List.of()));

  private RepairCommand() {}

  /** Returns the command. */
  public static Command command() {
    CommandSpec spec = CommandSpec.create()
        .name("repair")
        .addOption(CommandOptions.help())
        .addOption(AdminCommandSpecs.dataFolder());
    spec.usageMessage()
        .description(
            "Copies every readable row of a damaged weir.db into a new one, and keeps the damaged",
            "file as weir.db.damaged-TIME. Stop the server first.")
        .footer(
            "",
            "Exit codes: 0 everything was copied, 1 not everything could be copied, 2 invalid option.")
        .sortOptions(false);
    return new Command(new CommandLine(spec), RepairCommand::run);
  }

  private static int run(ParseResult parsed, CommandContext context) {
    Path folder = AdminCommands.folder(parsed, System.getenv());
    PrintWriter out = new PrintWriter(context.out(), false, StandardCharsets.UTF_8);
    int exit = run(folder, EpochClock.system(), out, context.errors());
    out.flush();
    context.errors().flush();
    return exit;
  }

  static int run(Path folder, EpochClock clock, PrintWriter out, PrintWriter errors) {
    String time = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'")
        .withZone(ZoneOffset.UTC)
        .format(Instant.ofEpochMilli(clock.epochMillis()));
    DatabaseRepair.RepairReport repairReport;
    try {
      repairReport = DatabaseRepair.run(folder, TABLES, time);
    } catch (LocalFileException e) {
      errors.println("weir repair: " + e.getMessage());
      return ExitCode.SOFTWARE;
    }
    boolean isComplete = true;
    for (RepairedTable each : repairReport.tables()) {
      isComplete &= each.isComplete();
      out.println(each.table() + ": " + each.rows() + " rows"
          + (each.isComplete() ? "" : ", some rows are unreadable"));
    }
    out.println("the damaged file is kept as " + repairReport.damaged());
    warnOfDirectory(repairReport, errors);
    return isComplete ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  /** Lost counts are rebuilt, but the directory's data exists nowhere else. */
  private static void warnOfDirectory(
      DatabaseRepair.RepairReport repairReport, PrintWriter errors) {
    List<String> incomplete = repairReport.tables().stream()
        .filter(each -> each.table().startsWith(DIRECTORY_PREFIX) && !each.isComplete())
        .map(RepairedTable::table)
        .toList();
    if (!incomplete.isEmpty()) {
      errors.println("weir repair: parts of the directory can't be read ("
          + String.join(", ", incomplete) + "): check keys, workspaces, namespaces and overrides"
          + " against your records, or restore a backup");
    }
    if (repairReport.tables().stream()
        .anyMatch(each -> each.table().equals(KEYS) && each.rows() == 0)) {
      errors.println("weir repair: no root key is left: the next start creates a new one");
    }
  }
}
