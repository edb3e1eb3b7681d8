// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.autoconfigure;

import io.weir.api.Ratelimit;
import io.weir.client.HttpRatelimit;
import io.weir.client.RatelimitBuilder;
import io.weir.embedded.EmbeddedBuilder;
import io.weir.embedded.EmbeddedRatelimit;
import io.weir.spring.fault.InvalidConfigException;
import io.weir.spring.properties.EmbeddedProperties;
import io.weir.spring.properties.EmbeddedProperties.MysqlProperties;
import io.weir.spring.properties.ServerProperties;
import io.weir.spring.properties.WeirProperties;
import java.util.List;
import java.util.Objects;

/** A factory that creates the limiter described by the properties. */
final class LimiterFactory {
  private LimiterFactory() {}

  /**
   * Opens a limiter. Threads that the limiter starts inherit the context class loader of the creating thread. A web
   * container sets its application's class loader there, and warns of a leak if a thread that has it ends a moment
   * later than the application.
   */
  static Ratelimit open(WeirProperties properties, String namespace) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(LimiterFactory.class.getClassLoader());
    try {
      return properties.usesServer()
          ? remote(properties, namespace)
          : embedded(properties, namespace);
    } catch (IllegalArgumentException e) {
      throw new InvalidConfigException(
          "the properties under weir", List.of(String.valueOf(e.getMessage())));
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static Ratelimit remote(WeirProperties properties, String namespace) {
    ServerProperties server = properties.server();
    RatelimitBuilder builder = HttpRatelimit.builder()
        .baseUrl(Objects.requireNonNull(server.url()))
        .rootKey(server.rootKey())
        .namespace(namespace)
        .limit(properties.limit(), properties.duration())
        .timeout(server.timeout())
        .fallback(server.fallback().result());
    if (server.cacheRefusals()) {
      builder.cacheRefusals();
    }
    return builder.build();
  }

  private static Ratelimit embedded(WeirProperties properties, String namespace) {
    EmbeddedProperties embedded = properties.embedded();
    EmbeddedBuilder builder = EmbeddedRatelimit.builder()
        .namespace(namespace)
        .limit(properties.limit(), properties.duration());
    if (embedded.redis() != null) {
      builder.redis(embedded.redis());
    }
    MysqlProperties mysql = embedded.mysql();
    if (mysql.url() != null && mysql.user() != null) {
      builder.mysql(mysql.url(), mysql.user(), mysql.password() == null ? "" : mysql.password());
    } else if (mysql.url() != null) {
      builder.mysql(mysql.url());
    }
    if (embedded.region() != null) {
      builder.region(embedded.region());
    }
    if (embedded.workspace() != null) {
      builder.workspace(embedded.workspace());
    }
    if (embedded.maxSubjects() != null) {
      builder.maxSubjects(embedded.maxSubjects());
    }
    if (Boolean.TRUE.equals(embedded.exactWindow())) {
      builder.exactWindowIfSmall();
    }
    if (embedded.whenDegraded() != null) {
      builder.whenDegraded(embedded.whenDegraded());
    }
    return builder.build();
  }
}
