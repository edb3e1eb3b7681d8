// SPDX-License-Identifier: Apache-2.0
package io.weir.embedded;

import io.weir.ledger.Ledger;
import io.weir.mysql.MysqlLedger;
import io.weir.mysql.MysqlOptions;
import io.weir.origin.Origin;
import io.weir.redis.RedisOrigin;
import org.jspecify.annotations.Nullable;

/**
 * Opens the stores. Each kind of store is isolated in a class of its own, so that an application needs only the
 * libraries that it uses.
 */
final class EmbeddedStores {
  private EmbeddedStores() {}

  /** Loaded only with weir-redis on the class path. */
  static final class RedisStore {
    private RedisStore() {}

    static Origin open(String uri) {
      return RedisOrigin.open(uri);
    }
  }

  /** Loaded only with weir-mysql on the class path. */
  static final class MysqlStore {
    private MysqlStore() {}

    static Ledger open(String url, @Nullable String user, @Nullable String password) {
      MysqlOptions.Builder options = MysqlOptions.at(url);
      if (user != null) {
        options.user(user);
      }
      if (password != null) {
        options.password(password);
      }
      return MysqlLedger.open(options.build());
    }
  }

  /** Returns whether the class can be loaded. */
  static boolean isPresent(String className) {
    try {
      Class<?> unusedFound = Class.forName(className, false, EmbeddedStores.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
