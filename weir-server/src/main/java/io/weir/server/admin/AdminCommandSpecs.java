// SPDX-License-Identifier: Apache-2.0
package io.weir.server.admin;

import io.weir.LimitPolicy;
import io.weir.cli.command.CommandOptions;
import io.weir.server.api.access.Permissions;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The names, options and arguments of the admin commands. Built without annotations, because reflection would slow
 * down the start.
 */
final class AdminCommandSpecs {
  static final String DATA = "--data";
  static final String MYSQL = "--mysql";
  static final String JSON = "--json";
  static final String WORKSPACE = "--workspace";
  static final String NAME = "--name";
  static final String PERMISSION = "--permission";
  static final String EXPIRES_IN = "--expires-in";
  static final String EXPIRES_AT = "--expires-at";
  static final String QUOTA = "--quota";

  private static final String FOOTER = """

      If a server is running on the folder, it executes the command. Servers apply a change within two seconds.
      Exit codes: 0 success, 1 failure, 2 invalid option.
      """;

  private AdminCommandSpecs() {}

  static List<CommandLine> commandLines() {
    return List.of(keys(), workspaces(), namespaces(), reset());
  }

  private static CommandLine keys() {
    CommandSpec create = command(
            "create", "Creates a root key and prints it. It is shown only once.")
        .addOption(workspace())
        .addOption(
            CommandOptions.withValue(NAME, "TEXT", "A display name of up to 512 characters."))
        .addOption(OptionSpec.builder(PERMISSION)
            .type(List.class)
            .auxiliaryTypes(String.class)
            .arity("1")
            .paramLabel("PERMISSION")
            .description(
                "A permission to grant, such as ratelimit.*.limit. Can be repeated. Actions: "
                    + Permissions.actions()
                    + ". Default: all permissions that have an effect, in all namespaces.")
            .build())
        .addOption(CommandOptions.withValue(
            EXPIRES_IN, "DURATION", "Time until the key expires, such as 90d, 12h, 30m or 45s."))
        .addOption(CommandOptions.withValue(
            EXPIRES_AT,
            "INSTANT",
            "When the key expires, such as 2031-12-31T00:00:00Z. Default: never."));
    return group("keys", "Manages root keys, which authenticate API requests.")
        .addSubcommand(new CommandLine(create))
        .addSubcommand(new CommandLine(command("list", "Lists all keys, without the secret part.")
            .addOption(
                CommandOptions.withValue(WORKSPACE, "NAME", "Only the keys of this workspace."))))
        .addSubcommand(withArgument("revoke", "Revokes a key permanently.", "KEY"))
        .addSubcommand(withArgument("enable", "Enables a disabled key.", "KEY"))
        .addSubcommand(
            withArgument("disable", "Disables a key. Re-enable it with keys enable.", "KEY"));
  }

  private static CommandLine workspaces() {
    CommandSpec create = command("create", "Creates a workspace.")
        .addPositional(positional("0", "NAME", "The name of the workspace: 1 to 512 characters."))
        .addOption(
            CommandOptions.withValue(QUOTA, "N", "Requests per minute. Default: unlimited."));
    CommandSpec quota = command("quota", "Sets how many requests per minute a workspace may make.")
        .addPositional(positional("0", "WORKSPACE", "Name or id of the workspace."))
        .addPositional(positional("1", "N", "0 or more, or unlimited."));
    return group("workspaces", "Manages workspaces, which are isolated from each other.")
        .addSubcommand(new CommandLine(create))
        .addSubcommand(new CommandLine(command("list", "Lists all workspaces.")))
        .addSubcommand(new CommandLine(quota))
        .addSubcommand(withArgument(
            "enable", "Enables a workspace: its keys are accepted again.", "WORKSPACE"))
        .addSubcommand(
            withArgument("disable", "Disables a workspace: its keys are rejected.", "WORKSPACE"));
  }

  private static CommandLine namespaces() {
    CommandSpec delete = command(
            "delete",
            "Deletes a namespace and its overrides. Its name can't be reused: checks get 410.")
        .addPositional(positional("0", "NAMESPACE", "Name or id of the namespace."))
        .addOption(workspace());
    CommandSpec degraded = command(
            "degraded", "Sets how the limits of a namespace behave while Redis is unavailable.")
        .addPositional(positional("0", "NAMESPACE", "Name or id of the namespace."))
        .addPositional(
            positional(
                "1",
                "MODE",
                "local: each server counts on its own; share: each server gets its share of the limit;"
                    + " open: allow; closed: refuse; default: the mode that the servers are configured with."))
        .addOption(workspace());
    CommandSpec window = command(
            "window", "Sets how exact the windows of a namespace's limits are.")
        .addPositional(positional("0", "NAMESPACE", "Name or id of the namespace."))
        .addPositional(positional(
            "1",
            "MODE",
            "exact: limits up to " + LimitPolicy.MAX_EXACT_AMOUNT
                + " hold in every trailing window;"
                + " estimated: the default, computed from two fixed windows."))
        .addOption(workspace());
    return group("namespaces", "Manages the namespaces of a workspace.")
        .addSubcommand(new CommandLine(
            command("list", "Lists the namespaces of a workspace.").addOption(workspace())))
        .addSubcommand(new CommandLine(degraded))
        .addSubcommand(new CommandLine(window))
        .addSubcommand(new CommandLine(delete));
  }

  private static CommandLine reset() {
    CommandSpec reset = command(
            ResetCommand.NAME,
            "Resets the counts of an identifier on all servers, for windows of every duration. Use it to"
                + " unblock a customer or to discard wrong counts.")
        .addOption(required(ResetCommand.NAMESPACE, "NAMESPACE", "Name or id of the namespace."))
        .addOption(required(
            ResetCommand.IDENTIFIER, "ID", "The identifier to reset: 1 to 512 characters."))
        .addOption(workspace());
    return new CommandLine(reset);
  }

  private static OptionSpec required(String name, String label, String description) {
    return OptionSpec.builder(CommandOptions.withValue(name, label, description))
        .required(true)
        .build();
  }

  private static CommandLine group(String name, String description) {
    CommandSpec spec = spec(name, description);
    spec.usageMessage().synopsisSubcommandLabel("COMMAND");
    return new CommandLine(spec);
  }

  private static CommandLine withArgument(String name, String description, String label) {
    return new CommandLine(command(name, description)
        .addPositional(positional("0", label, "Its id, or its name if that is unique.")));
  }

  private static CommandSpec command(String name, String description) {
    CommandSpec spec = spec(name, description)
        .addOption(dataFolder())
        .addOption(CommandOptions.withValue(
            MYSQL,
            "JDBC",
            "The servers' shared database instead, such as jdbc:mariadb://host:3306/weir."
                + " Use the variable WEIR_MYSQL to keep a password out of the process list."))
        .addOption(OptionSpec.builder(JSON).description("Print JSON.").build());
    spec.usageMessage().footer(FOOTER.lines().toArray(String[]::new));
    return spec;
  }

  private static CommandSpec spec(String name, String description) {
    CommandSpec spec = CommandSpec.create().name(name).addOption(CommandOptions.help());
    spec.usageMessage().description(description).sortOptions(false);
    return spec;
  }

  static OptionSpec dataFolder() {
    return CommandOptions.withValue(
        DATA, "DIR", "The server's data folder. Default: the variable WEIR_DATA, or weir-data.");
  }

  private static OptionSpec workspace() {
    return CommandOptions.withValue(
        WORKSPACE,
        "NAME",
        "Name or id of the workspace. Default: " + Administration.WORKSPACE + ".");
  }

  private static PositionalParamSpec positional(String index, String label, String description) {
    return PositionalParamSpec.builder()
        .index(index)
        .required(true)
        .type(String.class)
        .arity("1")
        .paramLabel(label)
        .description(description)
        .build();
  }
}
