// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation;

import io.weir.testkit.servers.RedisBinary;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.mariadb.MariaDbBinary;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import java.util.List;
import java.util.Optional;

/** A Redis and a database for one server. Always new ones on this machine, because attacks fill them. */
final class AttackedStores implements AutoCloseable {
  private final RedisServer redis;
  private final MariaDbServer database;

  private AttackedStores(RedisServer redis, MariaDbServer database) {
    this.redis = redis;
    this.database = database;
  }

  /** Why the stores can't be started on this machine; empty if they can. */
  static Optional<String> absence() {
    return RedisBinary.ofThisMachine()
        .absence()
        .or(() -> MariaDbBinary.ofThisMachine().absence());
  }

  static AttackedStores start() {
    RedisServer redis = RedisServer.start();
    try {
      return new AttackedStores(redis, MariaDbServer.start());
    } catch (RuntimeException e) {
      redis.close();
      throw e;
    }
  }

  /** The options that name the database, for a server and for commands. */
  List<String> place() {
    return List.of("--mysql", database.url("weir"));
  }

  /** The options that make a server use both stores. */
  List<String> flags() {
    return List.of("--region", "local", "--redis", redis.uri(), "--mysql", database.url("weir"));
  }

  @Override
  public void close() {
    try {
      database.close();
    } finally {
      redis.close();
    }
  }
}
