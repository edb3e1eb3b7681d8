// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.autoconfigure;

import io.weir.client.Ratelimit;
import io.weir.embedded.EmbeddedBuilder;
import io.weir.embedded.EmbeddedRatelimit;
import io.weir.spring.fault.WrongConfigurationException;
import io.weir.spring.properties.EmbeddedProperties;
import io.weir.spring.properties.EmbeddedProperties.MysqlProperties;
import io.weir.spring.properties.WeirProperties;
import java.util.List;

/** Makes the limiter that properties describe. */
final class Limiters {
  private Limiters() {}

  static Ratelimit open(WeirProperties properties, String namespace) {
    try {
      return properties.asksServer()
          ? remote(properties, namespace)
          : embedded(properties, namespace);
    } catch (IllegalArgumentException e) {
      throw new WrongConfigurationException(
          "the properties under weir", List.of(String.valueOf(e.getMessage())));
    }
  }

  private static Ratelimit remote(WeirProperties properties, String namespace) {
    throw new UnsupportedOperationException(namespace + properties);
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
    if (embedded.whenDegraded() != null) {
      builder.whenDegraded(embedded.whenDegraded());
    }
    return builder.build();
  }
}
