// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql;

import io.weir.sql.ConnectionOptions;
import org.jspecify.annotations.Nullable;

/** The address and credentials of the database, and what the ledger may do there. Never shows a password. */
public final class MysqlOptions {
  private final ConnectionOptions connection;
  private final boolean cleans;

  private MysqlOptions(Builder builder) {
    this.connection =
        new ConnectionOptions(builder.url, builder.user, builder.password, builder.migrates);
    this.cleans = builder.cleans;
  }

  /** Returns a builder of options for a database at this JDBC URL. */
  public static Builder at(String jdbcUrl) {
    return new Builder(jdbcUrl);
  }

  /** Returns the options of the connection. */
  public ConnectionOptions connection() {
    return connection;
  }

  boolean cleans() {
    return cleans;
  }

  @Override
  public String toString() {
    return connection.toString();
  }

  /** A builder of options. */
  public static final class Builder {
    private final String url;
    private @Nullable String user;
    private @Nullable String password;
    private boolean migrates = true;
    private boolean cleans = true;

    private Builder(String url) {
      this.url = url;
    }

    /** Sets the user, unless the URL contains it. */
    public Builder user(String name) {
      this.user = name;
      return this;
    }

    /** Sets the user's password, unless the URL contains it. */
    public Builder password(String secret) {
      this.password = secret;
      return this;
    }

    /** Sets whether the ledger creates and changes its tables. Default: true. */
    public Builder migrate(boolean enabled) {
      this.migrates = enabled;
      return this;
    }

    /** Sets whether the ledger takes part in deleting expired rows. Default: true. */
    public Builder clean(boolean enabled) {
      this.cleans = enabled;
      return this;
    }

    /** Builds the options. */
    public MysqlOptions build() {
      return new MysqlOptions(this);
    }
  }
}
