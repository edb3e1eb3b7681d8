// SPDX-License-Identifier: Apache-2.0
package io.weir.sql.dialect;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Classifies and describes errors of the database. */
public final class SqlErrors {
  /** SQLSTATE classes of data errors: invalid value, violated constraint, failed check, raised by a trigger. */
  private static final List<String> DATA_CLASSES = List.of("22", "23", "44", "45");

  /** Data errors to which MySQL gives no class: an invalid value for a column, a violated CHECK. */
  private static final Set<Integer> DATA_CODES = Set.of(1366, 3819);

  private static final int DUPLICATE = 1062;

  private static final int DEADLOCK = 1213;

  private static final String MISSING_TABLE = "42S02";

  /** Missing privileges for the database, a table, a column, or an administrative action. */
  private static final Set<Integer> FORBIDDEN = Set.of(1044, 1142, 1143, 1227);

  /** The driver's prefix before the database's message. */
  private static final Pattern CONNECTION_NUMBER = Pattern.compile("^\\(conn=-?\\d+\\) ");

  /** SQLite has no error code for it. */
  private static final String MISSING_TABLE_TEXT = "no such table";

  /** A caller whose attempts all fail tries again later. */
  private static final int MAX_RETRIES = 3;

  /**
   * An attempt that may collide with other transactions.
   *
   * @param <T> the type of its result
   */
  public interface SqlAttempt<T> {
    /** Makes the attempt and returns its result. */
    T run() throws SQLException;
  }

  private SqlErrors() {}

  /** Makes the attempt, and repeats it if it collided with another transaction. */
  public static <T> T retryingRaces(SqlAttempt<T> sqlAttempt) throws SQLException {
    for (int retries = 0; ; retries++) {
      try {
        return sqlAttempt.run();
      } catch (SQLException e) {
        if (!isRace(e) || retries == MAX_RETRIES) {
          throw e;
        }
      }
    }
  }

  /** Returns whether the database rejected the row because of its content, and would reject it again. */
  public static boolean isData(SQLException e) {
    String state = String.valueOf(e.getSQLState());
    return !isRace(e)
        && (DATA_CLASSES.stream().anyMatch(state::startsWith)
            || DATA_CODES.contains(e.getErrorCode()));
  }

  /**
   * Returns whether the statement collided with another transaction and may succeed if repeated at once: a deadlock,
   * or an upsert that found no row and yet collided with one.
   */
  public static boolean isRace(SQLException e) {
    return "40001".equals(e.getSQLState())
        || e.getErrorCode() == DEADLOCK
        || e.getErrorCode() == DUPLICATE;
  }

  /** Returns whether a table is missing. */
  public static boolean isMissingTable(SQLException e) {
    return MISSING_TABLE.equals(e.getSQLState())
        || String.valueOf(e.getMessage()).contains(MISSING_TABLE_TEXT);
  }

  /** Returns whether the user lacks a privilege. */
  public static boolean isForbidden(SQLException e) {
    return FORBIDDEN.contains(e.getErrorCode());
  }

  /** Returns the messages of an error and its causes, each once. */
  public static String describe(SQLException e) {
    StringBuilder text = new StringBuilder(firstLine(e));
    for (@Nullable Throwable deeper = e.getCause(); deeper != null; deeper = deeper.getCause()) {
      String line = firstLine(deeper);
      if (text.indexOf(line) < 0) {
        text.append(": ").append(line);
      }
    }
    if (e.getSQLState() != null) {
      text.append(" (SQLSTATE ").append(e.getSQLState());
      if (e.getErrorCode() != 0) {
        text.append(", error ").append(e.getErrorCode());
      }
      text.append(')');
    }
    return text.toString();
  }

  private static String firstLine(Throwable e) {
    String message = e.getMessage();
    return message == null
        ? e.getClass().getSimpleName()
        : CONNECTION_NUMBER.matcher(message.lines().findFirst().orElse("")).replaceFirst("");
  }
}
