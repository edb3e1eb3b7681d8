// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.Run;
import io.weir.mysql.Maintenance;
import io.weir.mysql.MysqlOptions;
import io.weir.mysql.sql.LedgerTables;
import io.weir.testkit.servers.Needs;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("integration")
class LedgerCommandTest {
  private static Run ledger(String... args) {
    return Run.of("", Stream.concat(Stream.of("ledger"), Stream.of(args)).toArray(String[]::new));
  }

  private static String url() {
    return "--url=" + Needs.mysql();
  }

  @Test
  @DisplayName("clean finds nothing in new tables")
  void cleansNewTables() {
    String url = Needs.mysql();
    Maintenance.migrate(MysqlOptions.at(url).build(), List.of(LedgerTables.PLAN));
    assertThat(ledger("clean", "--url=" + url, "--batch=10"))
        .isEqualTo(new Run(0, "deleted 0 rows\n", ""));
    assertThat(ledger("clean", "--mysql=" + url)).isEqualTo(new Run(0, "deleted 0 rows\n", ""));
    assertThat(Run.of(new byte[0], Map.of("WEIR_MYSQL", url), "ledger", "clean"))
        .isEqualTo(new Run(0, "deleted 0 rows\n", ""));
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
        .contains("the ledger's tables are missing", "run ./weir migrate");
    assertThat(run.out()).isEmpty();
  }

  @Test
  @DisplayName("a database that is away is one line, without a password")
  void aDatabaseThatIsAway() {
    Run run = ledger("clean", "--url=jdbc:mariadb://127.0.0.1:1/db?password=sesame");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).startsWith("weir ledger clean: ").doesNotContain("sesame");
  }

  @ParameterizedTest
  @ValueSource(strings = {"migrate", "schema --from 2", "migrate --url x --user y"})
  @DisplayName("what has moved says where it is now")
  void movedCommandsSayWhereTheyAre(String words) {
    Run run = ledger(words.split(" ", -1));

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines()).singleElement().asString().contains("./weir migrate --print");
  }

  @Test
  @DisplayName("every command has help")
  void helpEverywhere() {
    Run run = ledger("clean", "--help");

    assertThat(run.exit()).isZero();
    assertThat(run.out()).contains("Usage: weir ledger clean", "Exit codes: 0");
    assertThat(run.lines()).allMatch(line -> line.length() <= 120);
    assertThat(ledger("--help").out()).contains("clean").doesNotContain("migrate", "schema");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "clean --batch=0 | --batch must be an integer from 1 to 100000, but was \"0\"",
        "clean --batch=100001 | --batch must be an integer from 1 to 100000, but was \"100001\"",
        "clean --batch=x | --batch must be an integer from 1 to 100000, but was \"x\"",
        "clean --batch=99999999999 | --batch must be an integer from 1 to 100000, but was \"99999999999\"",
        "clean | --mysql is required, such as --mysql jdbc:mariadb://host:3306/database",
        "clean --url=nowhere | the database needs a JDBC URL such as jdbc:mariadb://host:3306/database, but was given nowhere",
        "clean --url=jdbc:mariadb://127.0.0.1:1/db --password-env=NOT_SET_HERE | --password-env names the variable NOT_SET_HERE, which is not set"
      })
  @DisplayName("a wrong option is named, with what would be right")
  void wrongOptionsAreNamed(String words, String message) {
    String[] args = words.split(" ", -1);

    Run run = ledger(args);

    assertThat(run.err())
        .isEqualTo("weir ledger " + args[0] + ": " + message + "\nsee ./weir ledger " + args[0]
            + " --help\n");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
  }

  @Test
  @DisplayName("without a command it names the known ones")
  void withoutACommand() {
    Run run = ledger();

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).startsWith("weir ledger: no command given; known commands: clean\n");
  }
}
