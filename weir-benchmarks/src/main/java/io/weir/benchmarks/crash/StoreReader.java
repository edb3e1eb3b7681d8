// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A process that opens copies of database files and reports how many confirmed rows each copy lacks. Only the driver
 * under test is on its class path.
 */
final class StoreReader {
  private StoreReader() {}

  /**
   * Reads lines of a URL and the first and last confirmed number. Answers each with the number of missing rows, or
   * with "!" and a reason.
   */
  public static void main(String[] args) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] parts = line.split(" ", -1);
      System.out.println(answer(parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2])));
    }
  }

  private static String answer(String url, long first, long last) {
    try {
      return Long.toString(missing(url, first, last));
    } catch (SQLException | RuntimeException e) {
      return "! " + String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
    }
  }

  /** How many numbers from the first to the last are neither present nor replaced by a later one. */
  private static long missing(String url, long first, long last) throws SQLException {
    long[] numbers = new long[StoreWriter.ROWS];
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      try (ResultSet rows = statement.executeQuery("SELECT slot, number FROM counter")) {
        while (rows.next()) {
          numbers[rows.getInt(1)] = rows.getLong(2);
        }
      }
      if (url.startsWith("jdbc:h2:")) {
        statement.execute("SHUTDOWN IMMEDIATELY"); // skips compaction: the file is deleted next
      }
    }
    long missing = 0;
    for (long number = Math.max(first, last - StoreWriter.ROWS + 1); number <= last; number++) {
      missing += numbers[(int) (number % StoreWriter.ROWS)] < number ? 1 : 0;
    }
    return missing;
  }
}
