// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.Run;
import io.weir.testkit.servers.Needs;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LedgerCommandTest {
  private static Run ledger(String... args) {
    return Run.of("", Stream.concat(Stream.of("ledger"), Stream.of(args)).toArray(String[]::new));
  }

  private static String url() {
    return "--url=" + Needs.mysql();
  }

  @Test
  @DisplayName("migrate makes the tables once, and clean finds nothing in them")
  void migrateThenClean() {
    String url = url();
    assertThat(ledger("migrate", url)).isEqualTo(new Run(0, "applied versions [1, 2, 3]\n", ""));
    assertThat(ledger("migrate", url))
        .isEqualTo(new Run(0, "nothing to do: the schema has version 3\n", ""));
    assertThat(ledger("clean", url, "--batch=10")).isEqualTo(new Run(0, "deleted 0 rows\n", ""));
  }

  @Test
  @DisplayName("clean on a database without a ledger says so, in one line")
  void cleaningNothingFails() {
    Run run = ledger("clean", url());

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err().lines())
        .singleElement()
        .asString()
        .startsWith("weir ledger clean: ")
        .contains("there is no ledger here", "./weir ledger migrate");
    assertThat(run.out()).isEmpty();
  }

  @Test
  @DisplayName("a database that is away is one line, without a password")
  void aDatabaseThatIsAway() {
    Run run = ledger("migrate", "--url=jdbc:mariadb://127.0.0.1:1/db?password=sesame");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).startsWith("weir ledger migrate: ").doesNotContain("sesame");
  }

  @Test
  @DisplayName("schema prints every migration, each with its intent")
  void schemaPrintsMigrations() {
    Run run = ledger("schema", "--dialect=mysql");

    assertThat(run.exit()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .startsWith("-- ")
        .contains(
            "ENGINE=InnoDB", "ratelimit_window_counts", "VALUES (1,", "VALUES (2,", "VALUES (3,")
        .doesNotContain("{now}");
    assertThat(ledger("schema", "--dialect", "mysql", "--from", "3").out())
        .contains("VALUES (3,")
        .doesNotContain("VALUES (2,");
  }

  @ParameterizedTest
  @ValueSource(strings = {"clean", "migrate", "schema"})
  @DisplayName("every command has help")
  void helpEverywhere(String command) {
    Run run = ledger(command, "--help");

    assertThat(run.exit()).isZero();
    assertThat(run.out()).contains("Usage: weir ledger " + command, "Exit code: 0");
    assertThat(run.lines()).allMatch(line -> line.length() <= 120);
    assertThat(ledger("--help").out()).contains("clean", "migrate", "schema");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "clean --batch=0 | --batch must be an integer from 1 to 100000, but was \"0\"",
        "clean --batch=100001 | --batch must be an integer from 1 to 100000, but was \"100001\"",
        "clean --batch=x | --batch must be an integer from 1 to 100000, but was \"x\"",
        "clean --batch=99999999999 | --batch must be an integer from 1 to 100000, but was \"99999999999\"",
        "clean | --url is required, such as --url jdbc:mariadb://host:3306/database",
        "migrate --url=nowhere | the ledger needs a JDBC URL such as jdbc:mariadb://host:3306/database, but was given nowhere",
        "migrate --url=jdbc:mariadb://127.0.0.1:1/db --password-env=NOT_SET_HERE | --password-env names the variable NOT_SET_HERE, which is not set",
        "schema --from=4 | --from must be an integer from 1 to 3, but was \"4\"",
        "schema --dialect=oracle | the dialect must be one of [mysql], but was oracle"
      })
  @DisplayName("a wrong option is named, with what would be right")
  void wrongOptionsAreNamed(String words, String message) {
    String[] args = words.split(" ", -1);

    Run run = ledger(args);

    assertThat(run.err())
        .isEqualTo("weir ledger " + args[0] + ": " + message + "\n./weir ledger " + args[0]
            + " --help tells more\n");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
  }

  @Test
  @DisplayName("without a command it names the known ones")
  void withoutACommand() {
    Run run = ledger();

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err())
        .startsWith("weir ledger: no command given; known commands: clean, migrate, schema\n");
  }
}
