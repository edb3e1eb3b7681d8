// SPDX-License-Identifier: Apache-2.0
package io.weir.sql;

import com.zaxxer.hikari.HikariDataSource;
import io.weir.sql.dialect.Dialect;
import io.weir.sql.dialect.Faults;
import io.weir.sql.dialect.Schema;
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
public final class Tables<S> implements AutoCloseable {
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
  public record Owner<S>(
      Schema.Plan plan,
      Function<Dialect, S> statements,
      Function<String, RuntimeException> unavailable) {

    String name() {
      return plan.name();
    }

    /** Without the exception itself: drivers put what they were given into some of their texts. */
    RuntimeException failed(String what, SQLException e, UnaryOperator<String> hidingPasswords) {
      return unavailable.apply(hidingPasswords.apply(
          "the " + name() + "'s database failed " + what + ": " + Faults.sentence(e)));
    }
  }

  /**
   * Something to be done on a connection.
   *
   * @param <S> what can be said
   * @param <T> what comes of it
   */
  public interface Work<S, T> {
    /** Does it. */
    T on(Connection connection, S statements) throws SQLException;
  }

  /** Where connections come from. */
  private interface Source {
    Connection connect() throws SQLException;
  }

  private final Owner<S> owner;
  private final Source source;

  /** The file with the tables; null if they are in a server's database. */
  private final @Nullable LocalDatabase file;

  private final boolean migrates;
  private final UnaryOperator<String> hidingPasswords;

  /** Whether the file failed and nothing was changed since. Written by whoever uses it: a log line too many does no harm. */
  private volatile boolean isFailing;

  /** What ends with the tables; null if the connections were handed in. */
  private final @Nullable HikariDataSource own;

  /**
   * Set under this object's lock by whoever finds the tables in order, and unset by whoever finds one missing: the database
   * may have been replaced by an empty one. Read by every call.
   */
  private volatile @Nullable S statements;

  /** Over connections that were set up elsewhere. */
  public Tables(Owner<S> owner, DataSource source) {
    this.owner = owner;
    this.source = () -> Connecting.to(source);
    this.file = null;
    this.migrates = true;
    this.hidingPasswords = UnaryOperator.identity();
    this.own = null;
  }

  private Tables(Owner<S> owner, LocalDatabase file) {
    this.owner = owner;
    this.source = () -> file.connect(Durability.POWER_LOSS);
    this.file = file;
    this.migrates = true;
    this.hidingPasswords = UnaryOperator.identity();
    this.own = null;
  }

  private Tables(Owner<S> owner, HikariDataSource pool, ConnectionOptions options) {
    this.owner = owner;
    this.source = () -> Connecting.to(pool);
    this.file = null;
    this.migrates = options.migrates();
    this.hidingPasswords = options::hidingPasswords;
    this.own = pool;
  }

  /** Tables in the database that the options lead to. */
  public static <S> Tables<S> open(ConnectionOptions options, Owner<S> owner) {
    return new Tables<>(owner, Pool.open(options, owner.name()), options);
  }

  /** Tables in the file of this process, where each change is durable before it returns. Closing leaves the file open. */
  public static <S> Tables<S> in(LocalDatabase file, Owner<S> owner) {
    Tables<S> tables = new Tables<>(owner, file);
    tables.statements = tables.inFile(file);
    return tables;
  }

  /** Does it, or says in a sentence what failed. */
  public <T> T use(String what, Work<S, T> work) {
    try (Connection connection = source.connect()) {
      if (!connection.getAutoCommit()) {
        throw new SQLException(
            "auto-commit is off for its connections, so no change would be committed");
      }
      S ready = statements;
      return work.on(connection, ready == null ? prepare(connection) : ready);
    } catch (SQLException e) {
      if (Faults.isMissingTable(e)) {
        statements = null;
      }
      throw failed(what, e);
    }
  }

  private RuntimeException failed(String what, SQLException e) {
    if (file == null) {
      return owner.failed(what, e, hidingPasswords);
    }
    String reason = file.sentence(e);
    if (!isFailing) {
      isFailing = true;
      LOG.log(Level.WARNING, "The {0} failed {1}: {2}", owner.name(), what, reason);
    }
    return owner
        .unavailable()
        .apply("the " + owner.name() + "'s database failed " + what + ": " + reason);
  }

  /** Does all of it or nothing, once more if somebody else was in the way, or says in a sentence what failed. */
  public <T> T change(String what, Work<S, T> work) {
    T result = use(
        what,
        (connection, ready) -> Faults.despiteRaces(() -> file == null
            ? inOneTransaction(connection, ready, work)
            : LocalDatabase.inTransaction(connection, () -> work.on(connection, ready))));
    if (file != null && isFailing) {
      isFailing = false;
      LOG.log(Level.INFO, "The {0} is writable again", owner.name());
    }
    return result;
  }

  private static <S, T> T inOneTransaction(Connection connection, S statements, Work<S, T> work)
      throws SQLException {
    connection.setAutoCommit(false);
    boolean committed = false;
    try {
      T result = work.on(connection, statements);
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
      ready = inFile(file);
      statements = ready;
    } else if (ready == null) {
      Dialect dialect = Dialect.of(connection);
      ensure(new Schema(dialect, owner.plan()), connection);
      ready = owner.statements().apply(dialect);
      statements = ready;
    }
    return ready;
  }

  private S inFile(LocalDatabase database) {
    try {
      database.ensure(owner.name(), owner.plan());
    } catch (LocalFileException e) {
      throw owner.unavailable().apply(String.valueOf(e.getMessage()));
    }
    return owner.statements().apply(Dialect.SQLITE);
  }

  private void ensure(Schema schema, Connection connection) throws SQLException {
    if (migrates) {
      List<Integer> applied = migrate(schema, connection);
      if (!applied.isEmpty()) {
        LOG.log(
            Level.INFO,
            "Migrated the tables of the {0}: applied versions {1}",
            owner.name(),
            applied);
      }
    } else {
      List<Integer> missing = schema.missing(connection);
      if (!missing.isEmpty()) {
        throw new SQLException(lacking(missing) + ", and automatic migration is disabled: run"
            + " ./weir migrate, or apply the output of ./weir migrate --print");
      }
    }
    Set<Integer> versions = schema.applied(connection);
    int newest = owner.plan().newest();
    if (versions.stream().anyMatch(version -> version > newest)) {
      LOG.log(
          Level.WARNING,
          "Tables of the {0} are newer than this process: it knows versions up to {1}, found {2}",
          owner.name(),
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
      if (!Faults.isForbidden(e)) {
        throw e;
      }
      throw new SQLException(
          lacking(missing)
              + ", and the database user of this process is not allowed to create them: run ./weir migrate"
              + " as a user with the privileges CREATE, ALTER, INDEX, SELECT and INSERT",
          e.getSQLState(),
          e.getErrorCode(),
          e);
    }
  }

  private String lacking(List<Integer> missing) {
    return "the " + owner.name() + "'s tables are missing or out of date (missing schema versions "
        + missing + ")";
  }

  /** Ends the connections, unless they were handed in. A pool waits for connections that hang; whoever closes does not. */
  @Override
  public void close() {
    HikariDataSource pool = own;
    if (pool != null) {
      Thread closing = new Thread(pool::close, "weir-" + owner.name() + "-close");
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
