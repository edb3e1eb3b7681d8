// SPDX-License-Identifier: Apache-2.0
package io.weir.sql;

import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Options for connecting to a database, and whether its tables may be changed. Never shows a password. */
public final class ConnectionOptions {
  /** Matches passwords in a URL: as a parameter in the styles of common drivers, or before the host. */
  private static final Pattern PASSWORD =
      Pattern.compile("(?i)(?:[?&;,(]\\w*password\\w*=([^&;,)]+)|//[^/?@]*?:([^/?@]+)@)");

  private static final Pattern PARAMETERS = Pattern.compile("[?;]");

  private static final String HIDDEN = "***";

  private final String url;
  private final @Nullable String user;
  private final @Nullable String password;
  private final boolean migrates;

  /**
   * Creates options.
   *
   * @param url a JDBC URL
   * @param user the user, unless the URL names one
   * @param password the user's password, unless the URL contains it
   * @param migrates whether tables may be created and changed
   */
  public ConnectionOptions(
      String url, @Nullable String user, @Nullable String password, boolean migrates) {
    this.url = url;
    this.user = user;
    this.password = password;
    this.migrates = migrates;
  }

  /** Returns options for a JDBC URL that contains user and password. Tables may be changed. */
  public static ConnectionOptions at(String jdbcUrl) {
    return new ConnectionOptions(jdbcUrl, null, null, true);
  }

  String url() {
    return url;
  }

  boolean migrates() {
    return migrates;
  }

  /** Returns the driver properties with user and password. */
  Properties credentials() {
    Properties properties = new Properties();
    if (user != null) {
      properties.setProperty("user", user);
    }
    if (password != null) {
      properties.setProperty("password", password);
    }
    return properties;
  }

  /**
   * Returns the text without any password of these options. A URL is reduced to the part that identifies the
   * database, without parameters.
   */
  public String hidingPasswords(String text) {
    String hidden = text.replace(url, shown());
    for (Matcher secret = PASSWORD.matcher(url); secret.find(); ) {
      String found = secret.group(1) != null ? secret.group(1) : secret.group(2);
      hidden = hidden.replace(found, HIDDEN);
    }
    return password == null || password.isEmpty() ? hidden : hidden.replace(password, HIDDEN);
  }

  /**
   * Returns the URL without user, password and parameters. Where a character could be part of a password, it shows
   * less rather than more.
   */
  private String shown() {
    Matcher end = PARAMETERS.matcher(url);
    String place = end.find() ? url.substring(0, end.start()) : url;
    int host = place.indexOf("//") + 2;
    int at = place.lastIndexOf('@');
    if (at < 0 && url.indexOf('@') >= 0) {
      return place.substring(0, Math.min(host, place.length())) + HIDDEN;
    }
    return at < host ? place : place.substring(0, host) + HIDDEN + place.substring(at);
  }

  @Override
  public String toString() {
    return hidingPasswords(url);
  }
}
