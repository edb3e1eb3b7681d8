// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.properties;

import io.weir.WhenDegraded;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How this process decides, unless a server does. None of this may be set beside weir.server.url.
 *
 * @param redis URI of the Redis through which processes share their counts, such as redis://127.0.0.1:6379. Needs the
 *     module weir-redis. Unless set, each process counts for itself.
 * @param mysql The database through which regions share their counts.
 * @param region Name of this region in the database, 1 to 48 characters. Needed with a database.
 * @param workspace Keeps applications apart that share stores, 1 to 191 characters; "default" unless set.
 * @param maxSubjects How many identifiers are kept in memory before the least used ones are evicted, 1 to 2147483647.
 *     A third of the heap's worth unless set.
 * @param exactWindow Whether limits of up to 64 hold in every trailing window instead of by an estimate; false unless
 *     set.
 * @param whenDegraded What happens to checks while Redis is away; local unless set.
 */
public record EmbeddedProperties(
    @Nullable String redis,
    @DefaultValue MysqlProperties mysql,
    @Nullable String region,
    @Nullable String workspace,
    @Nullable Long maxSubjects,
    @Nullable Boolean exactWindow,
    @Nullable WhenDegraded whenDegraded) {

  /**
   * A database.
   *
   * @param url JDBC URL of the database, such as jdbc:mariadb://127.0.0.1:3306/weir. Needs the module weir-mysql.
   * @param user User of the database, unless the URL names one.
   * @param password Password of that user.
   */
  public record MysqlProperties(
      @Nullable String url, @Nullable String user, @Nullable String password) {

    /** Without the password. */
    @Override
    public String toString() {
      return "MysqlProperties[url=" + SecretMasking.masked(url) + "]";
    }
  }

  /** Without passwords. */
  @Override
  public String toString() {
    return "EmbeddedProperties[redis=" + SecretMasking.masked(redis) + ", mysql=" + mysql
        + ", region="
        + region + ", workspace=" + workspace + ", maxSubjects=" + maxSubjects + ", exactWindow="
        + exactWindow + ", whenDegraded=" + whenDegraded + "]";
  }
}
