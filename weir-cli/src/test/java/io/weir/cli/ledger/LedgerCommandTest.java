// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.CommandRun;
import io.weir.mysql.DatabaseMaintenance;
import io.weir.mysql.MysqlOptions;
import io.weir.mysql.sql.LedgerTables;
import io.weir.testkit.servers.RequiredServers;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("integration")
class LedgerCommandTest {
  private static CommandRun ledger(String... args) {
    return CommandRun.of(
        "", Stream.concat(Stream.of("ledger"), Stream.of(args)).toArray(String[]::new));
  }

  private static String url() {
    return "--url=" + RequiredServers.mysql();
  }

  @Test
  void cleanFindsNothingInNewTables() {
    String url = RequiredServers.mysql();
    DatabaseMaintenance.migrate(MysqlOptions.at(url).build(), List.of(LedgerTables.PLAN));
    assertThat(ledger("clean", "--url=" + url, "--batch=10"))
        .isEqualTo(new CommandRun(0, "deleted 0 rows\n", ""));
    assertThat(ledger("clean", "--mysql=" + url))
        .isEqualTo(new CommandRun(0, "deleted 0 rows\n", ""));
    assertThat(CommandRun.of(new byte[0], Map.of("WEIR_MYSQL", url), "ledger", "clean"))
        .isEqualTo(new CommandRun(0, "deleted 0 rows\n", ""));
  }

  @Test
  void cleanFailsWithoutALedger() {
    CommandRun commandRun = ledger("clean", url());

    assertThat(commandRun.exit()).isEqualTo(1);
    assertThat(commandRun.err().lines())
        .singleElement()
        .asString()
        .startsWith("weir ledger clean: ")
        .contains("the ledger's tables are missing", "run ./weir migrate");
    assertThat(commandRun.out()).isEmpty();
  }

  @Test
  void anUnavailableDatabaseIsReportedWithoutItsPassword() {
    CommandRun commandRun = ledger("clean", "--url=jdbc:mariadb://127.0.0.1:1/db?password=sesame");

    assertThat(commandRun.exit()).isEqualTo(1);
    assertThat(commandRun.err().lines()).hasSize(1);
    assertThat(commandRun.err()).startsWith("weir ledger clean: ").doesNotContain("sesame");
  }

  @ParameterizedTest
  @ValueSource(strings = {"migrate", "schema --from 2", "migrate --url x --user y"})
  void aMovedCommandNamesItsNewLocation(String arguments) {
    CommandRun commandRun = ledger(arguments.split(" ", -1));

    assertThat(commandRun.exit()).isEqualTo(2);
    assertThat(commandRun.out()).isEmpty();
    assertThat(commandRun.err().lines())
        .singleElement()
        .asString()
        .contains("./weir migrate --print");
  }

  @Test
  void everyCommandHasHelp() {
    CommandRun commandRun = ledger("clean", "--help");

    assertThat(commandRun.exit()).isZero();
    assertThat(commandRun.out()).contains("Usage: weir ledger clean", "Exit codes: 0");
    assertThat(commandRun.lines()).allMatch(line -> line.length() <= 120);
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
  void aWrongOptionIsNamedWithTheValidOnes(String arguments, String message) {
    String[] args = arguments.split(" ", -1);

    CommandRun commandRun = ledger(args);

    assertThat(commandRun.err())
        .isEqualTo("weir ledger " + args[0] + ": " + message + "\nsee ./weir ledger " + args[0]
            + " --help\n");
    assertThat(commandRun.exit()).isEqualTo(2);
    assertThat(commandRun.out()).isEmpty();
  }

  @Test
  void aMissingCommandListsTheKnownOnes() {
    CommandRun commandRun = ledger();

    assertThat(commandRun.exit()).isEqualTo(2);
    assertThat(commandRun.err())
        .startsWith("weir ledger: no command given; known commands: clean\n");
  }
}
