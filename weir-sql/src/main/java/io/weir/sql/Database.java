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
 * The tables of one owner in a database. On first use, checks that they exist, and creates them if it may. Opening
 * does not wait for the database; every use does.
 *
 * @param <S> the owner's statements in the database's dialect
 */
public final class Database<S> implements AutoCloseable {
  private static final Logger LOG = System.getLogger("io.weir.mysql");

  /** How long closing waits for the pool, at most. */
  private static final long CLOSE_MILLIS = 2_000;

  /**
   * The owner of the tables.
   *
   * @param plan how its tables are created, and their name in messages
   * @param statements creates its statements for a dialect
   * @param unavailable creates the exception for a failed database; the message is free of passwords
   * @param <S> the type of its statements
   */
  public record SchemaSpec<S>(
      Schema.SchemaPlan plan,
      Function<Dialect, S> statements,
      Function<String, RuntimeException> unavailable) {

    String name() {
      return plan.name();
    }

    /** The exception itself is not included, because some drivers put their parameters into messages. */
    RuntimeException failed(String what, SQLException e, UnaryOperator<String> redaction) {
      return unavailable.apply(redaction.apply(
          "the " + name() + "'s database failed " + what + ": " + SqlErrors.describe(e)));
    }
  }

  /**
   * Work on a connection.
   *
   * @param <S> the type of the statements
   * @param <T> the type of the result
   */
  public interface DatabaseWork<S, T> {
    /** Runs the work. */
    T run(Connection connection, S statements) throws SQLException;
  }

  /** A source of connections. */
  private interface ConnectionSource {
    Connection connect() throws SQLException;
  }

  private final SchemaSpec<S> schemaSpec;
  private final ConnectionSource connectionSource;

  /** The file with the tables; null if they are in a database server. */
  private final @Nullable LocalDatabase file;

  private final boolean migrates;
  private final UnaryOperator<String> redaction;

  /**
   * Whether the file failed and no change has succeeded since. Written by any thread; an extra log line does no harm.
   */
  private volatile boolean isFailing;

  /** The pool that is closed with this object; null if the caller provided the connections. */
  private final @Nullable HikariDataSource pool;

  /**
   * Set under this object's lock when the tables are found to be complete, and cleared when one is found missing: the
   * database may have been replaced by an empty one. Read by every call.
   */
  private volatile @Nullable S statements;

  /** Creates a database that uses the caller's connections. */
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

  /** Opens the tables in the database at these options. */
  public static <S> Database<S> open(ConnectionOptions options, SchemaSpec<S> schemaSpec) {
    return new Database<>(schemaSpec, ConnectionPool.open(options, schemaSpec.name()), options);
  }

  /**
   * Opens the tables in this process's file, where each change is durable before it returns. Closing leaves the file
   * open.
   */
  public static <S> Database<S> in(LocalDatabase file, SchemaSpec<S> schemaSpec) {
    Database<S> database = new Database<>(schemaSpec, file);
    database.statements = database.ensureInFile(file);
    return database;
  }

  /** Runs the work, or throws an exception with a readable message. */
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

  /**
   * Runs the work in a transaction, and again after a deadlock or similar race. Throws an exception with a readable
   * message if it fails.
   */
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
      // The connection is broken, which also ends the transaction. The original failure is already
      // on its way to the caller.
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
    // Queried first, because a pool closes a connection after a missing privilege.
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

  /**
   * Closes the connections, unless the caller provided them. The pool waits for connections that hang; this method
   * does not.
   */
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
