// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql;

import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where the database is, who asks, and what the ledger may do there. Never shows a password. */
public final class MysqlOptions {
  /** Passwords in a URL: as a parameter in the styles of common drivers, or before the host. */
  private static final Pattern PASSWORD =
      Pattern.compile("(?i)(?:[?&;,(]\\w*password\\w*=([^&;,)]+)|//[^/?@]*?:([^/?@]+)@)");

  private static final Pattern PARAMETERS = Pattern.compile("[?;]");

  private static final String HIDDEN = "***";

  private final String url;
  private final @Nullable String user;
  private final @Nullable String password;
  private final boolean migrates;
  private final boolean cleans;

  private MysqlOptions(Builder builder) {
    this.url = builder.url;
    this.user = builder.user;
    this.password = builder.password;
    this.migrates = builder.migrates;
    this.cleans = builder.cleans;
  }

  /** Options to be put together piece by piece, for a database at this JDBC URL. */
  public static Builder at(String jdbcUrl) {
    return new Builder(jdbcUrl);
  }

  String url() {
    return url;
  }

  boolean migrates() {
    return migrates;
  }

  boolean cleans() {
    return cleans;
  }

  /** What a driver wants to know beside the URL. */
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

  /** The text without any password of these options. Of the URL it leaves what leads to the database, and no parameters. */
  String hidingPasswords(String text) {
    String hidden = text.replace(url, shown());
    for (Matcher secret = PASSWORD.matcher(url); secret.find(); ) {
      String found = secret.group(1) != null ? secret.group(1) : secret.group(2);
      hidden = hidden.replace(found, HIDDEN);
    }
    return password == null || password.isEmpty() ? hidden : hidden.replace(password, HIDDEN);
  }

  /** The URL without user, password and parameters. Where a sign could be part of a password, less rather than more. */
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

  /** Puts options together. */
  public static final class Builder {
    private final String url;
    private @Nullable String user;
    private @Nullable String password;
    private boolean migrates = true;
    private boolean cleans = true;

    private Builder(String url) {
      this.url = url;
    }

    /** Who asks, unless the URL says it. */
    public Builder user(String name) {
      this.user = name;
      return this;
    }

    /** The user's password, unless the URL says it. */
    public Builder password(String secret) {
      this.password = secret;
      return this;
    }

    /** Whether the ledger makes and changes its tables; true unless told otherwise. */
    public Builder migrate(boolean may) {
      this.migrates = may;
      return this;
    }

    /** Whether the ledger takes its turn at deleting what has expired; true unless told otherwise. */
    public Builder clean(boolean may) {
      this.cleans = may;
      return this;
    }

    /** The options. */
    public MysqlOptions build() {
      return new MysqlOptions(this);
    }
  }
}
