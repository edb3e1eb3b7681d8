// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.properties;

import io.weir.WhenDegraded;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the limiter in this process, used unless a server decides. None of them may be set together with
 * weir.server.url.
 *
 * @param redis URI of the Redis through which processes share their counts, such as redis://127.0.0.1:6379. Requires
 *     the module weir-redis. If not set, each process counts separately.
 * @param mysql The database through which regions share their counts.
 * @param region Name of this region in the database, 1 to 48 characters. Required with a database.
 * @param workspace Separates applications that share stores, 1 to 191 characters; "default" if not set.
 * @param maxSubjects How many identifiers are kept in memory before the least used ones are evicted, 1 to 2147483647.
 *     If not set, as many as fit in a third of the heap.
 * @param exactWindow Whether limits of up to 64 are enforced in every trailing window instead of by an estimate;
 *     false if not set.
 * @param whenDegraded How checks are decided while Redis is unavailable; local if not set.
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
   * @param url JDBC URL of the database, such as jdbc:mariadb://127.0.0.1:3306/weir. Requires the module weir-mysql.
   * @param user User of the database, unless the URL names one.
   * @param password Password of that user.
   */
  public record MysqlProperties(
      @Nullable String url, @Nullable String user, @Nullable String password) {

    /** Omits the password. */
    @Override
    public String toString() {
      return "MysqlProperties[url=" + SecretMasking.masked(url) + "]";
    }
  }

  /** Omits passwords. */
  @Override
  public String toString() {
    return "EmbeddedProperties[redis=" + SecretMasking.masked(redis) + ", mysql=" + mysql
        + ", region="
        + region + ", workspace=" + workspace + ", maxSubjects=" + maxSubjects + ", exactWindow="
        + exactWindow + ", whenDegraded=" + whenDegraded + "]";
  }
}
