// SPDX-License-Identifier: Apache-2.0
package io.weir.server.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Observer.Dependency;
import io.weir.mysql.MysqlLedger;
import io.weir.mysql.local.LocalStore;
import io.weir.mysql.local.LocalStoreOptions;
import io.weir.reset.ResetRefused;
import io.weir.reset.ResetResult;
import io.weir.reset.Resets;
import io.weir.reset.Resets.ResetPosition;
import io.weir.reset.Resets.ResetTarget;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.sql.TenantDatabase;
import io.weir.server.directory.table.NamespaceQueries;
import io.weir.sql.ConnectionOptions;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RequiredServers;
import io.weir.time.EpochClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

@Timeout(120)
@Tag("integration")
class ResetCommandTest {
  private static final String[] RESET_ANN = {"reset", "--namespace", "login", "--identifier", "ann"
  };

  @TempDir
  private Path folder = Path.of("");

  private record Run(int exit, String out, String err) {}

  private static Run run(Map<String, String> environment, String... args) {
    CommandLine weir = new CommandLine(CommandSpec.create().name("weir"));
    AdminCommands.commandLines().forEach(weir::addSubcommand);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    try {
      int exit = AdminCommands.run(
          weir.parseArgs(args).subcommand(), environment, out, new PrintWriter(err, true, UTF_8));
      return new Run(exit, out.toString(UTF_8), err.toString(UTF_8));
    } catch (ParameterException e) {
      return new Run(2, "", String.valueOf(e.getMessage()));
    }
  }

  private Run here(String... args) {
    return run(Map.of("WEIR_DATA", folder.toString()), args);
  }

  /**
   * Returns the identifier ann in the namespace login of the default workspace, under the ids by which servers count
   * it.
   */
  private static ResetTarget ann(TenantDatabase tenantDatabase) {
    Administration administration = new Administration(tenantDatabase, new SecureRandom());
    String workspace =
        administration.createWorkspace(Administration.WORKSPACE, 100).id();
    tenantDatabase.change(
        "to add a namespace",
        (directorySession, revision) -> NamespaceQueries.add(
            directorySession, Namespace.unsaved(workspace, "login"), revision));
    return administration.identity(Administration.WORKSPACE, "login", "ann");
  }

  private static List<ResetTarget> known(Resets resets) {
    return Eventually.await(resets.since(ResetPosition.START)).resets().stream()
        .map(Resets.Reset::identity)
        .toList();
  }

  @Test
  void aResetWithoutAServerIsWrittenToItsFile() {
    ResetTarget ann;
    try (TenantDatabase tenantDatabase = TenantDatabase.embedded(folder)) {
      ann = ann(tenantDatabase);
    }

    Run reset = here(RESET_ANN);

    assertThat(reset.err()).isEmpty();
    assertThat(reset.exit()).isZero();
    assertThat(reset.out())
        .isEqualTo(
            "reset \"ann\" in namespace \"login\"; no server is running on this folder: the next one that"
                + " starts on it applies the reset\n");
    try (LocalStore store = LocalStore.open(folder, LocalStoreOptions.defaults())) {
      assertThat(known(store.resets())).containsExactly(ann);
    }
  }

  @Test
  void aResetInADatabaseAppliesToAllRegions() {
    String mysql = RequiredServers.mysql();
    ResetTarget ann;
    try (TenantDatabase tenantDatabase = TenantDatabase.open(ConnectionOptions.at(mysql))) {
      ann = ann(tenantDatabase);
    }

    Run reset = run(Map.of("WEIR_MYSQL", mysql), RESET_ANN);

    assertThat(reset.err()).isEmpty();
    assertThat(reset.out()).endsWith("; all servers apply it within 2 s\n");
    assertThat(reset.exit()).isZero();
    try (MysqlLedger ledger = MysqlLedger.open(mysql)) {
      assertThat(known(ledger.resets())).containsExactly(ann);
    }
  }

  @Test
  void aRunningServerReportsStoresStillWithoutTheReset() {
    List<ResetTarget> requested = new ArrayList<>();
    try (TenantDatabase tenantDatabase = TenantDatabase.embedded(folder)) {
      ResetTarget ann = ann(tenantDatabase);
      try (AdminSocket socket = serving(tenantDatabase, resetTarget -> {
        requested.add(resetTarget);
        return CompletableFuture.completedFuture(
            new ResetResult(7, Set.of(), Map.of(Dependency.ORIGIN, "connection refused")));
      })) {
        socket.start();

        assertThat(here(RESET_ANN).out())
            .contains("reset \"ann\" in namespace \"login\"; not written yet, retrying")
            .contains("Redis (connection refused)");
        assertThat(here("reset", "--namespace", "login", "--identifier", "ann", "--json")
                .out())
            .contains("\"complete\":false", "\"pending\":[\"Redis\"]", "\"epoch\":7");
        assertThat(requested).containsExactly(ann, ann);
      }
    }
  }

  @Test
  void aRefusedResetFailsWithTheReason() {
    try (TenantDatabase tenantDatabase = TenantDatabase.embedded(folder)) {
      ann(tenantDatabase);
      try (AdminSocket socket = serving(
          tenantDatabase,
          resetTarget -> CompletableFuture.failedFuture(ResetRefused.overBudget("acme")))) {
        socket.start();

        Run reset = here(RESET_ANN);

        assertThat(reset.exit()).isEqualTo(1);
        assertThat(reset.err())
            .startsWith(
                "weir reset: workspace acme has reached the limit of 10000 identifiers with a reset");
      }
    }
  }

  private AdminSocket serving(
      TenantDatabase tenantDatabase, Function<ResetTarget, CompletionStage<ResetResult>> resets) {
    return new AdminSocket(
        folder,
        new Administration(tenantDatabase, new SecureRandom()),
        EpochClock.system(),
        new AdminSocket.Callbacks(resets, () -> {}));
  }

  @Test
  void missingAndInvalidNamesAreReported() {
    try (TenantDatabase tenantDatabase = TenantDatabase.embedded(folder)) {
      ann(tenantDatabase);
    }

    assertThat(here("reset", "--namespace", "logon", "--identifier", "ann").err())
        .contains("the namespace \"logon\" does not exist in the workspace \"default\"");
    assertThat(here("reset", "--namespace", "login", "--identifier", "a", "--workspace", "x")
            .err())
        .contains("the workspace \"x\" does not exist");
    Run tooLong = here("reset", "--namespace", "login", "--identifier", "\ud83d\ude00".repeat(513));
    assertThat(tooLong.exit()).isEqualTo(2);
    assertThat(tooLong.err()).contains("--identifier must be 1 to 512 characters, but had 513");
    assertThat(here("reset", "--identifier", "ann").err()).contains("--namespace");
  }
}
