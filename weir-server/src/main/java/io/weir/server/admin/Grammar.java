// SPDX-License-Identifier: Apache-2.0
package io.weir.server.admin;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** What the commands are called and take. Put together without annotations: reflection would slow down the start. */
final class Grammar {
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

      While a server runs on the folder, the command is handed to it. Servers heed a change within two seconds.
      Exit code: 0 done, 2 a wrong option, 1 anything else.
      """;

  private Grammar() {}

  static List<CommandLine> commandLines() {
    return List.of(keys(), workspaces(), namespaces());
  }

  private static CommandLine keys() {
    CommandSpec create = command("create", "Makes a root key and shows it, once.")
        .addOption(workspace())
        .addOption(withValue(NAME, "TEXT", "What people call it: up to 512 characters."))
        .addOption(OptionSpec.builder(PERMISSION)
            .type(List.class)
            .auxiliaryTypes(String.class)
            .arity("1")
            .paramLabel("PERMISSION")
            .description(
                "What its holder may do, such as ratelimit.*.limit; again for each. Actions: "
                    + Permissions.actions() + ". If left out: the first five, in all namespaces.")
            .build())
        .addOption(withValue(
            EXPIRES_IN, "DURATION", "When it ends, from now: such as 90d, 12h, 30m or 45s."))
        .addOption(withValue(
            EXPIRES_AT,
            "INSTANT",
            "When it ends, such as 2031-12-31T00:00:00Z. Never if left out."));
    return group("keys", "Root keys: what lets callers in.")
        .addSubcommand(new CommandLine(create))
        .addSubcommand(new CommandLine(command("list", "Shows all keys, but not what to send.")
            .addOption(withValue(WORKSPACE, "NAME", "Only those of this workspace."))))
        .addSubcommand(ofOne("revoke", "Ends a key for good.", "KEY_ID"))
        .addSubcommand(ofOne("enable", "Lets a key in again.", "KEY_ID"))
        .addSubcommand(ofOne("disable", "Lets a key in no more, until it is enabled.", "KEY_ID"));
  }

  private static CommandLine workspaces() {
    CommandSpec create = command("create", "Makes a workspace.")
        .addPositional(positional("0", "NAME", "What people call it: 1 to 512 characters."))
        .addOption(withValue(QUOTA, "N", "Requests a minute; unlimited if left out."));
    CommandSpec quota = command("quota", "Sets how many requests a minute a workspace may make.")
        .addPositional(positional("0", "WORKSPACE", "Its name or id."))
        .addPositional(positional("1", "N", "0 or more, or unlimited."));
    return group("workspaces", "Workspaces: nothing of one is seen by another.")
        .addSubcommand(new CommandLine(create))
        .addSubcommand(new CommandLine(command("list", "Shows all workspaces.")))
        .addSubcommand(new CommandLine(quota))
        .addSubcommand(ofOne("enable", "Lets the keys of a workspace in again.", "WORKSPACE"))
        .addSubcommand(ofOne("disable", "Lets the keys of a workspace in no more.", "WORKSPACE"));
  }

  private static CommandLine namespaces() {
    CommandSpec delete = command(
            "delete",
            "Deletes a namespace and its overrides. Its name stays taken: checks get 410.")
        .addPositional(positional("0", "NAMESPACE", "Its name or id."))
        .addOption(workspace());
    CommandSpec degraded = command(
            "degraded", "Sets what the limits of a namespace do while Redis is unavailable.")
        .addPositional(positional("0", "NAMESPACE", "Its name or id."))
        .addPositional(positional(
            "1",
            "MODE",
            "local: each server counts alone; share: each spends its part of the limit;"
                + " open: allow; closed: refuse; default: as the servers are set up."))
        .addOption(workspace());
    return group("namespaces", "Namespaces of a workspace.")
        .addSubcommand(new CommandLine(
            command("list", "Shows the namespaces of a workspace.").addOption(workspace())))
        .addSubcommand(new CommandLine(degraded))
        .addSubcommand(new CommandLine(delete));
  }

  private static CommandLine group(String name, String description) {
    CommandSpec spec = spec(name, description);
    spec.usageMessage().synopsisSubcommandLabel("COMMAND");
    return new CommandLine(spec);
  }

  private static CommandLine ofOne(String name, String description, String label) {
    return new CommandLine(command(name, description)
        .addPositional(positional("0", label, "Which one; list shows them.")));
  }

  private static CommandSpec command(String name, String description) {
    CommandSpec spec = spec(name, description)
        .addOption(withValue(
            DATA, "DIR", "The server's folder; the variable WEIR_DATA or weir-data if left out."))
        .addOption(withValue(
            MYSQL,
            "JDBC",
            "The servers' database instead, such as jdbc:mariadb://host:3306/weir;"
                + " also the variable WEIR_MYSQL, which hides a password."))
        .addOption(OptionSpec.builder(JSON).description("Print JSON.").build());
    spec.usageMessage().footer(FOOTER.lines().toArray(String[]::new));
    return spec;
  }

  private static CommandSpec spec(String name, String description) {
    CommandSpec spec = CommandSpec.create()
        .name(name)
        .addOption(OptionSpec.builder("-h", "--help")
            .usageHelp(true)
            .description("Print this text.")
            .build());
    spec.usageMessage().description(description).sortOptions(false);
    return spec;
  }

  private static OptionSpec workspace() {
    return withValue(
        WORKSPACE, "NAME", "Name or id; " + Administration.WORKSPACE + " if left out.");
  }

  private static OptionSpec withValue(String name, String label, String description) {
    return OptionSpec.builder(name)
        .type(String.class)
        .arity("1")
        .paramLabel(label)
        .description(description)
        .build();
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
