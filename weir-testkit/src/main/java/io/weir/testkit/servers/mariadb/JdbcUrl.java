// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers.mariadb;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of a server for MariaDB or MySQL drivers.
 *
 * @param server such as {@code jdbc:mariadb://127.0.0.1:3306}
 * @param parameters the text after the question mark; may be empty
 */
public record JdbcUrl(String server, String parameters) {
  private static final Pattern FORM = Pattern.compile(
      "(?<server>jdbc:(mariadb|mysql)://[^/?]+)(/(?<database>[^?]*))?(\\?(?<parameters>.*))?");
  private static final String CREATE = "createDatabaseIfNotExist=true";

  /** Parses an address and drops the database in it, if there is one. The message does not contain the password. */
  public static JdbcUrl parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "not of the form jdbc:mariadb://host:port/?user=NAME&password=WORD");
    }
    String parameters = matcher.group("parameters");
    return new JdbcUrl(matcher.group("server"), parameters == null ? "" : parameters);
  }

  /** Returns the address of a database on this server, which is created when the first client connects. */
  public String of(String database) {
    String create = parameters.contains(CREATE) ? "" : parameters.isEmpty() ? CREATE : "&" + CREATE;
    return server + "/" + database + "?" + parameters + create;
  }
}
