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
import io.weir.reset.Resets.Identity;
import io.weir.reset.Resets.Position;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.sql.Store;
import io.weir.server.directory.table.Namespaces;
import io.weir.sql.ConnectionOptions;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.Needs;
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
import org.junit.jupiter.api.DisplayName;
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

  /** The namespace login in the usual workspace, as servers count it. */
  private static Identity ann(Store store) {
    Administration administration = new Administration(store, new SecureRandom());
    String workspace =
        administration.createWorkspace(Administration.WORKSPACE, 100).id();
    store.change(
        "to add a namespace",
        (session, revision) ->
            Namespaces.add(session, Namespace.unsaved(workspace, "login"), revision));
    return administration.identity(Administration.WORKSPACE, "login", "ann");
  }

  private static List<Identity> known(Resets resets) {
    return Eventually.answer(resets.since(Position.START)).resets().stream()
        .map(Resets.Reset::identity)
        .toList();
  }

  @Test
  @DisplayName("without a server the reset is written into its file, for its next start")
  void withoutAServer() {
    Identity ann;
    try (Store store = Store.embedded(folder)) {
      ann = ann(store);
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
  @DisplayName("in a database the reset is written for all regions")
  void inADatabase() {
    String mysql = Needs.mysql();
    Identity ann;
    try (Store store = Store.open(ConnectionOptions.at(mysql))) {
      ann = ann(store);
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
  @DisplayName("a running server makes the reset, and says which stores do not know it yet")
  void byARunningServer() {
    List<Identity> asked = new ArrayList<>();
    try (Store store = Store.embedded(folder)) {
      Identity ann = ann(store);
      try (AdminSocket socket = serving(store, identity -> {
        asked.add(identity);
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
        assertThat(asked).containsExactly(ann, ann);
      }
    }
  }

  @Test
  @DisplayName("a reset that is refused fails with the reason")
  void refused() {
    try (Store store = Store.embedded(folder)) {
      ann(store);
      try (AdminSocket socket = serving(
          store, identity -> CompletableFuture.failedFuture(ResetRefused.overBudget("acme")))) {
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
      Store store, Function<Identity, CompletionStage<ResetResult>> resets) {
    return new AdminSocket(
        folder,
        new Administration(store, new SecureRandom()),
        EpochClock.system(),
        new AdminSocket.Callbacks(resets, () -> {}));
  }

  @Test
  @DisplayName("a workspace or namespace that is not there, and a wrong identifier, are named")
  void wrongValues() {
    try (Store store = Store.embedded(folder)) {
      ann(store);
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
