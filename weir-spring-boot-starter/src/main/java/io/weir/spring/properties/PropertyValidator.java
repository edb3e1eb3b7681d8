// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.properties;

import io.weir.spring.properties.EmbeddedProperties.MysqlProperties;
import java.net.URI;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import org.springframework.validation.Errors;

/** A validator that finds all faults in properties. Spring Boot adds the name, value and origin of each. */
final class PropertyValidator {
  private static final Duration MIN_DURATION = Duration.ofSeconds(1);
  private static final Duration MAX_DURATION = Duration.ofDays(30);

  /** Longer than a user waits for a web page. */
  private static final Duration MAX_TIMEOUT = Duration.ofMinutes(5);

  private static final int MAX_NAME_LENGTH = 512;
  private static final int MAX_WORKSPACE_LENGTH = 191;
  private static final int MAX_REGION_LENGTH = 48;

  /** The text that Spring leaves for a variable that is not set. */
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{[^{}]*}");

  private final Errors errors;

  PropertyValidator(Errors errors) {
    this.errors = errors;
  }

  void validate(WeirProperties properties) {
    length("namespace", properties.namespace(), MAX_NAME_LENGTH);
    amount("limit", properties.limit(), minLimit(properties));
    window("duration", properties.duration());
    server(properties);
    embedded(properties);
    if (properties.web().enabled()) {
      new WebPropertyValidator(this, minLimit(properties)).validate(properties.web());
    }
  }

  private void server(WeirProperties properties) {
    ServerProperties server = properties.server();
    String key = server.rootKey();
    if (server.url() == null) {
      if (key != null && !key.isEmpty()) {
        errors.reject("weir", "weir.server.root-key is set, but weir.server.url is not");
      }
      return;
    }
    if (!isHttp(server.url())) {
      // An address may contain a password, so it is reported without its value, which would be
      // printed otherwise.
      errors.reject(
          "weir",
          "weir.server.url is \"" + SecretMasking.masked(server.url())
              + "\", must be http:// or https:// with a host");
    }
    if (key == null || key.isBlank()) {
      reject("server.rootKey", "must be set with weir.server.url");
    } else if (PLACEHOLDER.matcher(key).matches()) {
      reject(
          "server.rootKey",
          "must be a root key, but this placeholder is unresolved: set the variable");
    } else if (key.contains("${")) {
      // The rest of it may be a key.
      errors.reject(
          "weir", "weir.server.root-key contains an unresolved placeholder: set the variable");
    }
    Duration timeout = server.timeout();
    if (timeout.toMillis() < 1 || timeout.compareTo(MAX_TIMEOUT) > 0) {
      reject("server.timeout", "must be 1ms to 5m");
    }
    requireNoServer(properties.embedded());
  }

  private void requireNoServer(EmbeddedProperties embedded) {
    MysqlProperties mysql = embedded.mysql();
    rejectBesideServer("redis", embedded.redis());
    rejectBesideServer("mysql.url", mysql.url());
    rejectBesideServer("mysql.user", mysql.user());
    rejectBesideServer("mysql.password", mysql.password());
    rejectBesideServer("region", embedded.region());
    rejectBesideServer("workspace", embedded.workspace());
    rejectBesideServer("max-subjects", embedded.maxSubjects());
    rejectBesideServer("exact-window", embedded.exactWindow());
    rejectBesideServer("when-degraded", embedded.whenDegraded());
  }

  /** Rejects a property without its value: it may be an address with a password. */
  private void rejectBesideServer(String property, @Nullable Object value) {
    if (value != null) {
      errors.reject(
          "weir",
          "weir.embedded." + property
              + " can't be combined with weir.server.url: either the server decides or this process");
    }
  }

  private void embedded(WeirProperties properties) {
    EmbeddedProperties embedded = properties.embedded();
    if (properties.usesServer()) {
      return;
    }
    store(
        "redis",
        embedded.redis(),
        new StoreAddress(
            "rediss?(-[a-z]+)?://.+", "redis://", "redis", "io.weir.redis.RedisOrigin"));
    store(
        "mysql.url",
        embedded.mysql().url(),
        new StoreAddress(
            "jdbc:(mariadb|mysql):.+",
            "jdbc:mariadb: or jdbc:mysql:",
            "mysql",
            "io.weir.mysql.MysqlLedger"));
    if (embedded.mysql().url() == null) {
      if (embedded.mysql().user() != null || embedded.mysql().password() != null) {
        errors.reject("weir", "weir.embedded.mysql.user and password need weir.embedded.mysql.url");
      }
    } else if (embedded.region() == null) {
      reject("embedded.region", "must be set with weir.embedded.mysql.url");
    }
    length("embedded.region", embedded.region(), MAX_REGION_LENGTH);
    length("embedded.workspace", embedded.workspace(), MAX_WORKSPACE_LENGTH);
    Long maximum = embedded.maxSubjects();
    if (maximum != null && (maximum < 1 || maximum > Integer.MAX_VALUE)) {
      reject("embedded.maxSubjects", "must be 1 to " + Integer.MAX_VALUE);
    }
  }

  /**
   * The form of a store's address, and what the store requires.
   *
   * @param form the pattern of valid addresses
   * @param prefix how they begin, for messages
   * @param module the module of Weir that it requires
   * @param type a class of that module
   */
  private record StoreAddress(String form, String prefix, String module, String type) {}

  private void store(String property, @Nullable String address, StoreAddress storeAddress) {
    if (address == null) {
      return;
    }
    if (!address.matches(storeAddress.form())) {
      errors.reject(
          "weir",
          "weir.embedded." + property + " is \"" + SecretMasking.masked(address)
              + "\", must begin with " + storeAddress.prefix());
    }
    if (!ClassUtils.isPresent(storeAddress.type(), getClass().getClassLoader())) {
      errors.reject(
          "weir",
          "weir.embedded." + property + " needs io.weir:weir-" + storeAddress.module()
              + " on the class path");
    }
  }

  private static boolean isHttp(String url) {
    try {
      URI uri = URI.create(url);
      return uri.getHost() != null
          && ("http".equalsIgnoreCase(uri.getScheme())
              || "https".equalsIgnoreCase(uri.getScheme()));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  void length(String field, @Nullable String text, int maximum) {
    if (text != null && (text.isEmpty() || text.codePointCount(0, text.length()) > maximum)) {
      reject(field, "must be 1 to " + maximum + " characters");
    }
  }

  /** The v2 API has no limit of 0. */
  private static long minLimit(WeirProperties properties) {
    return properties.usesServer() ? 1 : 0;
  }

  void amount(String field, long amount, long minimum) {
    if (amount < minimum) {
      reject(field, "must be " + minimum + " to " + Long.MAX_VALUE);
    }
  }

  void window(String field, Duration duration) {
    if (duration.compareTo(MIN_DURATION) < 0
        || duration.compareTo(MAX_DURATION) > 0
        || duration.toNanosPart() % 1_000_000 != 0) {
      reject(field, "must be 1s to 30d, in whole milliseconds");
    }
  }

  /** Rejects a value that is too long to print, or must not be printed. */
  void rejectWithoutValue(String reason) {
    errors.reject("weir", reason);
  }

  void reject(String field, String reason) {
    errors.rejectValue(field, "weir", reason);
  }
}
