// SPDX-License-Identifier: Apache-2.0
package io.weir.sql;

import com.zaxxer.hikari.HikariDataSource;
import io.weir.sql.dialect.Dialect;
import io.weir.sql.dialect.Schema;
import io.weir.sql.dialect.SqlErrors;
import io.weir.sql.file.LocalDatabase;
import io.weir.sql.file.LocalDatabase.Durability;
import io.weir.sql.file.LocalFileException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Tables of one owner in a database: looks whether they are there, and makes them if it may, on first use. Opening does not
 * wait for the database; every use does.
 *
 * @param <S> what can be said to the database, in its dialect
 */
public final class Database<S> implements AutoCloseable {
  private static final Logger LOG = System.getLogger("io.weir.mysql");

  /** How long closing may wait for the pool: a bound, not a wait. */
  private static final long CLOSE_MILLIS = 2_000;

  /**
   * Whose tables they are.
   *
   * @param plan how its tables are made, and what they are called in sentences
   * @param statements what it says, in each dialect
   * @param unavailable how it is told that the database failed; the text is free of passwords
   * @param <S> the same as of its tables
   */
  public record SchemaSpec<S>(
      Schema.SchemaPlan plan,
      Function<Dialect, S> statements,
      Function<String, RuntimeException> unavailable) {

    String name() {
      return plan.name();
    }

    /** Without the exception itself: drivers put what they were given into some of their texts. */
    RuntimeException failed(String what, SQLException e, UnaryOperator<String> redaction) {
      return unavailable.apply(redaction.apply(
          "the " + name() + "'s database failed " + what + ": " + SqlErrors.describe(e)));
    }
  }

  /**
   * Something to be done on a connection.
   *
   * @param <S> what can be said
   * @param <T> what comes of it
   */
  public interface DatabaseWork<S, T> {
    /** Does it. */
    T run(Connection connection, S statements) throws SQLException;
  }

  /** Where connections come from. */
  private interface ConnectionSource {
    Connection connect() throws SQLException;
  }

  private final SchemaSpec<S> schemaSpec;
  private final ConnectionSource connectionSource;

  /** The file with the tables; null if they are in a server's database. */
  private final @Nullable LocalDatabase file;

  private final boolean migrates;
  private final UnaryOperator<String> redaction;

  /** Whether the file failed and nothing was changed since. Written by whoever uses it: a log line too many does no harm. */
  private volatile boolean isFailing;

  /** What ends with the tables; null if the connections were handed in. */
  private final @Nullable HikariDataSource pool;

  /**
   * Set under this object's lock by whoever finds the tables in order, and unset by whoever finds one missing: the database
   * may have been replaced by an empty one. Read by every call.
   */
  private volatile @Nullable S statements;

  /** Over connections that were set up elsewhere. */
  public Database(SchemaSpec<S> schemaSpec, DataSource connectionSource) {
    this.schemaSpec = schemaSpec;
    this.connectionSource = () -> ConnectionAcquisition.connect(connectionSource);
    this.file = null;
    this.migrates = true;
    this.redaction = UnaryOperator.identity();
    this.pool = null;
  }

  private Database(SchemaSpec<S> schemaSpec, LocalDatabase file) {
    this.schemaSpec = schemaSpec;
    this.connectionSource = () -> file.connect(Durability.POWER_LOSS);
    this.file = file;
    this.migrates = true;
    this.redaction = UnaryOperator.identity();
    this.pool = null;
  }

  private Database(SchemaSpec<S> schemaSpec, HikariDataSource pool, ConnectionOptions options) {
    this.schemaSpec = schemaSpec;
    this.connectionSource = () -> ConnectionAcquisition.connect(pool);
    this.file = null;
    this.migrates = options.migrates();
    this.redaction = options::hidingPasswords;
    this.pool = pool;
  }

  /** Tables in the database that the options lead to. */
  public static <S> Database<S> open(ConnectionOptions options, SchemaSpec<S> schemaSpec) {
    return new Database<>(schemaSpec, ConnectionPool.open(options, schemaSpec.name()), options);
  }

  /** Tables in the file of this process, where each change is durable before it returns. Closing leaves the file open. */
  public static <S> Database<S> in(LocalDatabase file, SchemaSpec<S> schemaSpec) {
    Database<S> database = new Database<>(schemaSpec, file);
    database.statements = database.ensureInFile(file);
    return database;
  }

  /** Does it, or says in a sentence what failed. */
  public <T> T use(String what, DatabaseWork<S, T> databaseWork) {
    try (Connection connection = connectionSource.connect()) {
      if (!connection.getAutoCommit()) {
        throw new SQLException(
            "auto-commit is off for its connections, so no change would be committed");
      }
      S ready = statements;
      return databaseWork.run(connection, ready == null ? prepare(connection) : ready);
    } catch (SQLException e) {
      if (SqlErrors.isMissingTable(e)) {
        statements = null;
      }
      throw failed(what, e);
    }
  }

  private RuntimeException failed(String what, SQLException e) {
    if (file == null) {
      return schemaSpec.failed(what, e, redaction);
    }
    String reason = file.describe(e);
    if (!isFailing) {
      isFailing = true;
      LOG.log(Level.WARNING, "The {0} failed {1}: {2}", schemaSpec.name(), what, reason);
    }
    return schemaSpec
        .unavailable()
        .apply("the " + schemaSpec.name() + "'s database failed " + what + ": " + reason);
  }

  /** Does all of it or nothing, once more if somebody else was in the way, or says in a sentence what failed. */
  public <T> T change(String what, DatabaseWork<S, T> databaseWork) {
    T result = use(
        what,
        (connection, ready) -> SqlErrors.retryingRaces(() -> file == null
            ? inOneTransaction(connection, ready, databaseWork)
            : LocalDatabase.inTransaction(connection, () -> databaseWork.run(connection, ready))));
    if (file != null && isFailing) {
      isFailing = false;
      LOG.log(Level.INFO, "The {0} is writable again", schemaSpec.name());
    }
    return result;
  }

  private static <S, T> T inOneTransaction(
      Connection connection, S statements, DatabaseWork<S, T> databaseWork) throws SQLException {
    connection.setAutoCommit(false);
    boolean committed = false;
    try {
      T result = databaseWork.run(connection, statements);
      connection.commit();
      committed = true;
      return result;
    } finally {
      end(connection, committed);
    }
  }

  private static void end(Connection connection, boolean committed) {
    try {
      if (!committed) {
        connection.rollback();
      }
      connection.setAutoCommit(true);
    } catch (SQLException e) {
      // The connection is broken, which takes the transaction with it; what broke it is on its way
      // to the caller.
      LOG.log(Level.DEBUG, "Could not end a transaction: {0}", e.getClass().getName());
    }
  }

  private synchronized S prepare(Connection connection) throws SQLException {
    S ready = statements;
    if (ready == null && file != null) {
      ready = ensureInFile(file);
      statements = ready;
    } else if (ready == null) {
      Dialect dialect = Dialect.of(connection);
      ensure(new Schema(dialect, schemaSpec.plan()), connection);
      ready = schemaSpec.statements().apply(dialect);
      statements = ready;
    }
    return ready;
  }

  private S ensureInFile(LocalDatabase database) {
    try {
      database.ensure(schemaSpec.name(), schemaSpec.plan());
    } catch (LocalFileException e) {
      throw schemaSpec.unavailable().apply(String.valueOf(e.getMessage()));
    }
    return schemaSpec.statements().apply(Dialect.SQLITE);
  }

  private void ensure(Schema schema, Connection connection) throws SQLException {
    if (migrates) {
      List<Integer> applied = migrate(schema, connection);
      if (!applied.isEmpty()) {
        LOG.log(
            Level.INFO,
            "Migrated the tables of the {0}: applied versions {1}",
            schemaSpec.name(),
            applied);
      }
    } else {
      List<Integer> missing = schema.missing(connection);
      if (!missing.isEmpty()) {
        throw new SQLException(
            missingVersions(missing) + ", and automatic migration is disabled: run"
                + " ./weir migrate, or apply the output of ./weir migrate --print");
      }
    }
    Set<Integer> versions = schema.applied(connection);
    int newest = schemaSpec.plan().newest();
    if (versions.stream().anyMatch(version -> version > newest)) {
      LOG.log(
          Level.WARNING,
          "Tables of the {0} are newer than this process: it knows versions up to {1}, found {2}",
          schemaSpec.name(),
          newest,
          versions);
    }
  }

  private List<Integer> migrate(Schema schema, Connection connection) throws SQLException {
    // Before: a pool closes a connection that lacked a right.
    List<Integer> missing = schema.missing(connection);
    try {
      return schema.migrate(connection);
    } catch (SQLException e) {
      if (!SqlErrors.isForbidden(e)) {
        throw e;
      }
      throw new SQLException(
          missingVersions(missing)
              + ", and the database user of this process is not allowed to create them: run ./weir migrate"
              + " as a user with the privileges CREATE, ALTER, INDEX, SELECT and INSERT",
          e.getSQLState(),
          e.getErrorCode(),
          e);
    }
  }

  private String missingVersions(List<Integer> missing) {
    return "the " + schemaSpec.name()
        + "'s tables are missing or out of date (missing schema versions " + missing + ")";
  }

  /** Ends the connections, unless they were handed in. A pool waits for connections that hang; whoever closes does not. */
  @Override
  public void close() {
    HikariDataSource pool = this.pool;
    if (pool != null) {
      Thread closing = new Thread(pool::close, "weir-" + schemaSpec.name() + "-close");
      closing.setDaemon(true);
      closing.start();
      try {
        closing.join(CLOSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
