// SPDX-License-Identifier: Apache-2.0
package io.weir.sql.dialect;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What an error of the database means. */
public final class SqlErrors {
  /** Classes of SQLSTATE that speak of the data: wrong value, broken constraint, failed check, raised by a trigger. */
  private static final List<String> DATA_CLASSES = List.of("22", "23", "44", "45");

  /** Errors about data that MySQL gives no class: a wrong value for a column, a violated CHECK. */
  private static final Set<Integer> DATA_CODES = Set.of(1366, 3819);

  private static final int DUPLICATE = 1062;

  private static final int DEADLOCK = 1213;

  private static final String MISSING_TABLE = "42S02";

  /** No right to the database, to a table, to a column, or to an action of administrators. */
  private static final Set<Integer> FORBIDDEN = Set.of(1044, 1142, 1143, 1227);

  /** What the driver puts before the database's words. */
  private static final Pattern CONNECTION_NUMBER = Pattern.compile("^\\(conn=-?\\d+\\) ");

  /** SQLite has no code for it. */
  private static final String MISSING_TABLE_TEXT = "no such table";

  /** Whoever fails after this many comes again later. */
  private static final int MAX_RETRIES = 3;

  /**
   * Something that others may be in the way of.
   *
   * @param <T> what comes of it
   */
  public interface SqlAttempt<T> {
    /** Makes it. */
    T run() throws SQLException;
  }

  private SqlErrors() {}

  /** Makes the attempt, and again if somebody else was in its way. */
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

  /** Whether the database refuses the row for what it is, and would refuse it again. */
  public static boolean isData(SQLException e) {
    String state = String.valueOf(e.getSQLState());
    return !isRace(e)
        && (DATA_CLASSES.stream().anyMatch(state::startsWith)
            || DATA_CODES.contains(e.getErrorCode()));
  }

  /**
   * Whether somebody else was in the way and the same statement may succeed at once: a deadlock, or an upsert that
   * found no row and yet collided with one.
   */
  public static boolean isRace(SQLException e) {
    return "40001".equals(e.getSQLState())
        || e.getErrorCode() == DEADLOCK
        || e.getErrorCode() == DUPLICATE;
  }

  /** Whether a table is not there. */
  public static boolean isMissingTable(SQLException e) {
    return MISSING_TABLE.equals(e.getSQLState())
        || String.valueOf(e.getMessage()).contains(MISSING_TABLE_TEXT);
  }

  /** Whether the user lacks a right. */
  public static boolean isForbidden(SQLException e) {
    return FORBIDDEN.contains(e.getErrorCode());
  }

  /** What an error says, with what lies beneath it, each thing once. */
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
