// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.command;

import io.weir.mysql.MysqlOptions;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The options for the connection to a shared database, for the commands of operators. */
public final class DatabaseOptions {
  private static final String MYSQL = "--mysql";
  private static final String USER = "--user";
  private static final String PASSWORD_ENV = "--password-env";

  private static final String URL_VARIABLE = "WEIR_MYSQL";

  /** The default variable for the password: every user of the machine could read a password on the command line. */
  private static final String PASSWORD_VARIABLE = "WEIR_MYSQL_PASSWORD";

  private DatabaseOptions() {}

  /** Adds these options to a command. */
  public static CommandSpec addTo(CommandSpec spec) {
    OptionSpec url = CommandOptions.withValue(
        MYSQL,
        "JDBC",
        "JDBC URL of the database, such as jdbc:mariadb://db.example:3306/weir. Default: the variable "
            + URL_VARIABLE + ".");
    return spec.addOption(OptionSpec.builder(url).names(MYSQL, "--url").build())
        .addOption(CommandOptions.withValue(
            USER, "NAME", "The database user, unless the URL contains it."))
        .addOption(CommandOptions.withValue(
            PASSWORD_ENV,
            "VARIABLE",
            "The environment variable that holds the password. Default: " + PASSWORD_VARIABLE
                + "."));
  }

  /** Whether the options or the environment name a database. */
  public static boolean isGiven(ParseResult parsed, Map<String, String> environment) {
    return !url(parsed, environment).isEmpty();
  }

  private static String url(ParseResult parsed, Map<String, String> environment) {
    return parsed.matchedOptionValue(MYSQL, environment.getOrDefault(URL_VARIABLE, ""));
  }

  /**
   * Reads the connection settings.
   *
   * @throws IllegalArgumentException if no database is named, or the password is missing
   */
  public static MysqlOptions read(ParseResult parsed, Map<String, String> environment) {
    String url = url(parsed, environment);
    if (url.isEmpty()) {
      throw new IllegalArgumentException(
          MYSQL + " is required, such as " + MYSQL + " jdbc:mariadb://host:3306/database");
    }
    MysqlOptions.Builder options = MysqlOptions.at(url);
    String user = parsed.matchedOptionValue(USER, null);
    if (user != null) {
      options.user(user);
    }
    String variable = parsed.matchedOptionValue(PASSWORD_ENV, PASSWORD_VARIABLE);
    String password = environment.get(variable);
    if (password != null) {
      options.password(password);
    } else if (parsed.hasMatchedOption(PASSWORD_ENV)) {
      throw new IllegalArgumentException(
          PASSWORD_ENV + " names the variable " + variable + ", which is not set");
    }
    return options.build();
  }
}
