// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql;

import io.weir.sql.ConnectionOptions;
import org.jspecify.annotations.Nullable;

/** Where the database is, who asks, and what the ledger may do there. Never shows a password. */
public final class MysqlOptions {
  private final ConnectionOptions connection;
  private final boolean cleans;

  private MysqlOptions(Builder builder) {
    this.connection =
        new ConnectionOptions(builder.url, builder.user, builder.password, builder.migrates);
    this.cleans = builder.cleans;
  }

  /** Options to be put together piece by piece, for a database at this JDBC URL. */
  public static Builder at(String jdbcUrl) {
    return new Builder(jdbcUrl);
  }

  /** How to connect to the database. */
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
