// SPDX-License-Identifier: Apache-2.0
package io.weir.server.migrate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.Main;
import io.weir.cli.command.CommandContext;
import io.weir.testkit.servers.RequiredServers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("integration")
class MigrateCommandTest {
  private static final Pattern CREATE = Pattern.compile("CREATE TABLE IF NOT EXISTS (\\w+)");

  private record Run(int exit, String out, String err) {
    static Run of(Map<String, String> environment, String... args) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      int exit = Main.run(
          args,
          new CommandContext(
              InputStream.nullInputStream(),
              out,
              new PrintWriter(err, true, UTF_8),
              environment,
              () -> 0,
              false),
          List.of(MigrateCommand.command()));
      return new Run(exit, out.toString(UTF_8), err.toString(UTF_8));
    }
  }

  private static Run migrate(String... more) {
    return Run.of(
        Map.of(), Stream.concat(Stream.of("migrate"), Stream.of(more)).toArray(String[]::new));
  }

  private static Set<String> tables(String url) throws SQLException {
    Set<String> tables = new TreeSet<>();
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SHOW TABLES")) {
      while (rows.next()) {
        tables.add(rows.getString(1));
      }
    }
    return tables;
  }

  /** Returns the tables that the migration files of all modules create, whether or not the command includes them. */
  private static Set<String> tablesInFiles() throws IOException {
    Set<String> tables = new TreeSet<>();
    try (Stream<Path> files = Files.find(
        Path.of(".."),
        20,
        (path, attributes) ->
            path.toString().matches(".*/src/main/resources/.*/mysql/\\d+-.*sql"))) {
      for (Path each : files.toList()) {
        for (Matcher table = CREATE.matcher(Files.readString(each)); table.find(); ) {
          tables.add(table.group(1));
        }
      }
    }
    return tables;
  }

  @Test
  void createsAllTablesOnce() throws Exception {
    String url = RequiredServers.mysql();

    Run first = migrate("--mysql", url);
    Run second = Run.of(Map.of("WEIR_MYSQL", url), "migrate");

    assertThat(first.err()).isEmpty();
    assertThat(first.exit()).isZero();
    assertThat(tables(url)).isEqualTo(tablesInFiles()).hasSizeGreaterThanOrEqualTo(10);
    assertThat(tablesInFiles()).allMatch(first.out()::contains);
    assertThat(first.out().lines())
        .hasSize(SharedTables.PLANS.size())
        .anyMatch(line -> line.startsWith("ledger: 6 tables at version 4, applied [1, 2, 3, 4] ("));
    assertThat(second.exit()).isZero();
    assertThat(second.out().lines())
        .hasSize(SharedTables.PLANS.size())
        .allMatch(line -> line.endsWith(", nothing to do"));
  }

  @Test
  void printsTheSqlAndChangesNothing() throws Exception {
    String url = RequiredServers.mysql();

    Run printed = migrate("--print", "--mysql", url);

    assertThat(tables(url)).isEmpty();
    assertThat(printed.exit()).isZero();
    assertThat(printed.err()).isEmpty();
    assertThat(printed.out()).isEqualTo(migrate("--print").out()).doesNotContain("{now}");
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (String part : printed.out().split(";\\s*\n", -1)) {
        if (!part.isBlank()) {
          statement.execute(part);
        }
      }
    }
    assertThat(tables(url)).isEqualTo(tablesInFiles());
    assertThat(migrate("--print", "--mysql", url).out()).isEmpty();
    assertThat(migrate("--mysql", url).out().lines()).allMatch(line -> line.endsWith("to do"));
  }

  @Test
  void createsOnePartIfAsked() throws Exception {
    String url = RequiredServers.mysql();

    assertThat(migrate("--mysql", url, "--only", "ledger").exit()).isZero();

    assertThat(tables(url)).hasSize(6).allMatch(name -> !name.contains("directory"));
  }

  @Test
  void acceptsNewerTables() throws Exception {
    String url = RequiredServers.mysql();
    migrate("--mysql", url);
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("INSERT INTO ratelimit_directory_migrations VALUES (99, 0)");
    }

    assertThat(migrate("--mysql", url).out())
        .contains("at version 99, newer than this build, which knows version ");
  }

  @Test
  void anUnavailableDatabaseFailsWithoutThePassword() {
    Run run = migrate("--mysql", "jdbc:mariadb://127.0.0.1:1/weir?user=weir&password=Sesame");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines())
        .singleElement()
        .asString()
        .startsWith(
            "weir migrate: the database jdbc:mariadb://127.0.0.1:1/weir can't be migrated: ")
        .doesNotContain("Sesame", "Exception", "conn=");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      '' | --mysql is required, such as --mysql jdbc:mariadb://host:3306/database
      --only=foo | --only must be one of ledger, directory, but was "foo"
      --mysql=nowhere | needs a JDBC URL such as jdbc:mariadb://host:3306/database, but was given nowhere
      --mysql=jdbc:mariadb://h/d --password-env=NOT_SET | --password-env names the variable NOT_SET, which is not set
      """)
  void namesAWrongOption(String options, String complaint) {
    Run run = migrate(options.isEmpty() ? new String[0] : options.split(" ", -1));

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains(complaint);
  }
}
