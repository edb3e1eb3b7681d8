// SPDX-License-Identifier: Apache-2.0
package io.weir.server.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.directory.KeyHash;
import io.weir.server.directory.RootKey;
import io.weir.server.directory.sql.TenantDatabase;
import io.weir.testkit.servers.RequiredServers;
import io.weir.time.EpochClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

@Timeout(120)
@Tag("integration")
class AdminCommandsTest {
  @TempDir
  private Path folder = Path.of("");

  private record Run(int exit, String out, String err) {
    static Run of(Map<String, String> environment, String... args) {
      CommandLine weir = new CommandLine(CommandSpec.create().name("weir"));
      AdminCommands.commandLines().forEach(weir::addSubcommand);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      int exit;
      try {
        exit = AdminCommands.run(
            weir.parseArgs(args).subcommand(), environment, out, new PrintWriter(err, true, UTF_8));
      } catch (ParameterException e) {
        return new Run(2, "", String.valueOf(e.getMessage()));
      }
      return new Run(exit, out.toString(UTF_8), err.toString(UTF_8));
    }
  }

  private Run here(String... args) {
    return Run.of(Map.of("WEIR_DATA", folder.resolve("data").toString()), args);
  }

  private static String plainKey(Run run) {
    assertThat(run.err()).isEmpty();
    return run.out().lines().findFirst().orElseThrow().split(" +", -1)[1];
  }

  @Test
  void aKeyCanBeManagedFromCreationToRevocation() {
    Run created = here("keys", "create", "--name", "a\u001b[31m", "--expires-in", "2d");
    String id = created.out().lines().skip(1).findFirst().orElseThrow().split(" +", -1)[1];
    assertThat(created.exit()).isZero();
    assertThat(created.out()).contains("\\u001b").doesNotContain("\u001b");

    assertThat(here("keys", "list").out())
        .contains(id, "default", "ratelimit.*.limit")
        .doesNotContain(plainKey(created));
    assertThat(here("keys", "list", "--workspace", "another").out()).isEmpty();
    assertThat(here("keys", "disable", id, "--json").out()).contains("\"enabled\":false");
    assertThat(here("keys", "revoke", id).exit()).isZero();
    Run again = here("keys", "enable", id);
    assertThat(again.exit()).isEqualTo(1);
    assertThat(again.err()).startsWith("weir keys enable: the key " + id + " is revoked");
  }

  @Test
  void aKeyIsFoundByItsUniqueName() {
    here("keys", "create", "--name", "ci");
    assertThat(here("keys", "disable", "ci", "--json").out()).contains("\"enabled\":false");
    assertThat(here("keys", "enable", "ci").exit()).isZero();
    here("keys", "create", "--name", "ci");

    Run ambiguous = here("keys", "revoke", "ci");

    assertThat(ambiguous.exit()).isEqualTo(1);
    assertThat(ambiguous.err())
        .matches(
            "weir keys revoke: 2 keys have the name \"ci\"; use one of their ids: key_\\w+, key_\\w+\n");
    String id = ambiguous.err().replaceFirst("(?s).*(key_\\w+)\n", "$1");
    assertThat(here("keys", "revoke", id).exit()).isZero();
    assertThat(here("keys", "revoke", "ci").exit()).isZero();
    Run none = here("keys", "revoke", "ci");
    assertThat(none.exit()).isEqualTo(1);
    assertThat(none.err()).contains("no key that is not revoked has the id or name \"ci\"");
    assertThat(here("keys", "revoke", "").exit()).isEqualTo(1);
  }

  @Test
  void permissionsWithoutEffectAreReported() {
    Run created = here(
        "keys",
        "create",
        "--json",
        "--permission=ratelimit.*.limit",
        "--permission=ratelimit.*.read_analytics",
        "--permission=ratelimit.*.delete_namespace");
    String note = "note: no operation requires these permissions yet, so they have no effect:"
        + " ratelimit.*.delete_namespace, ratelimit.*.read_analytics\n";

    assertThat(created.exit()).isZero();
    assertThat(created.out()).startsWith("{").endsWith("}\n").contains("read_analytics");
    assertThat(created.err()).isEqualTo("weir keys create: " + note);
    assertThat(here("keys", "list").err()).isEqualTo("weir keys list: " + note);
    assertThat(here("keys", "create").err()).isEmpty();
  }

  @Test
  void jsonOutputIsTyped() {
    assertThat(here("workspaces", "create", "acme\n", "--quota", "60", "--json").out())
        .matches("\\{\"id\":\"ws_\\w+\",\"enabled\":true,\"quota\":60,\"name\":\"acme\\\\n\"}\n");
    assertThat(here("workspaces", "quota", "acme\n", "unlimited", "--json").out())
        .contains("\"quota\":null");
    assertThat(here("workspaces", "disable", "acme\n").out()).contains("enabled  no");
    assertThat(here("workspaces", "list", "--json").out())
        .startsWith("[{\"id\":")
        .endsWith("]\n");
    assertThat(here("keys", "create", "--json").out())
        .matches("\\{\"key\":\"weir_\\w+\",.*\"expires\":null,\"permissions\":\\[\".*\"]}\n");
    assertThat(here("namespaces", "list", "--json").out()).isEqualTo("[]\n");
    assertThat(here("namespaces", "delete", "emails").exit()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
          keys | no command given; known commands: create, list, revoke, enable, disable
          keys revoke | Missing required parameter: 'KEY'
          keys create --expires-in 5y | --expires-in must be 1 or more, followed by s, m, h or d, such as 90d, but was "5y"
          keys create --expires-in 0d | but was "0d"
          keys create --expires-at tomorrow | --expires-at must be an instant such as 2031-12-31T00:00:00Z, but was "tomorrow"
          keys create --expires-at 2001-01-01T00:00:00Z | --expires-at must be later than now
          keys create --expires-at 2099-01-01T00:00:00Z --expires-in 1d | are mutually exclusive
          keys create --permission ratelimit.*.fly | ACTION one of limit, create_namespace
          workspaces create a --quota -1 | a quota must be an integer from 0 to 999999999999, or unlimited, but was "-1"
          workspaces quota a 1.5 | but was "1.5"
          namespaces window a strict | a window must be exact or estimated, but was "strict"
          keys list --mysql jdbc:nosuch: | the directory needs MySQL or MariaDB
          keys list --mysql mysql://me:secret@host/db | the directory needs a JDBC URL
          keys list --mysql jdbc:mariadb://h/db --data x | are mutually exclusive
          """)
  void aWrongValueIsNamedWithTheValidOnes(String command, String complaint) {
    Run run = here(command.split(" ", -1));

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains(complaint).doesNotContain("secret");
    assertThat(folder.resolve("data")).doesNotExist();
  }

  @Test
  void readingCommandsCreateNoDatabase() {
    Run run = here("keys", "list");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("no server database found in the folder");
    assertThat(folder.resolve("data")).doesNotExist();
  }

  @Test
  void aNamedDatabaseComesBeforeTheFolders() {
    String url = RequiredServers.mysql();
    Map<String, String> both = Map.of("WEIR_MYSQL", url, "WEIR_DATA", folder.toString());

    assertThat(Run.of(both, "workspaces", "create", "acme").exit()).isZero();

    assertThat(Run.of(Map.of(), "workspaces", "list", "--mysql", url).out()).contains("acme");
    assertThat(Run.of(both, "workspaces", "list", "--data", folder.toString()).exit())
        .isEqualTo(1);
  }

  @Test
  void everyCommandHasHelpWithExitCodes() {
    CommandLine weir = new CommandLine(CommandSpec.create().name("weir"));
    AdminCommands.commandLines().forEach(weir::addSubcommand);

    Stream<CommandLine> commands = weir.getSubcommands().values().stream()
        .flatMap(group -> group.getSubcommands().values().stream());

    assertThat(commands.map(command -> command.getUsageMessage(Ansi.OFF)))
        .hasSize(14)
        .allSatisfy(text -> assertThat(text).contains("--data", "--json", "Exit codes: 0"));
  }

  @Test
  void aRunningServerAnswersOverItsSocket() throws IOException {
    Path data = folder.resolve("data");
    try (TenantDatabase tenantDatabase = TenantDatabase.embedded(data)) {
      Administration administration = new Administration(tenantDatabase, new SecureRandom());
      leaveASocketBehind(data);
      try (AdminSocket socket = socket(data, administration)) {
        socket.start();

        String plain = plainKey(here("keys", "create", "--name", "by socket"));
        assertThat(administration.keys())
            .singleElement()
            .extracting(RootKey::hash)
            .isEqualTo(KeyHash.of(plain));
        assertThat(here("keys", "list").out()).contains("by socket");
        assertThat(here("keys", "revoke", "key_none").err())
            .startsWith(
                "weir keys revoke: no key that is not revoked has the id or name \"key_none\"");
        Run wrong = here("workspaces", "create", "");
        assertThat(wrong.exit()).isEqualTo(2);
        assertThat(wrong.err()).contains("but had 0", "./weir workspaces create --help");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data)))
            .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(
                Files.getPosixFilePermissions(data.resolve("admin.sock"))))
            .isEqualTo("rw-------");
      }
      assertThat(data.resolve("admin.sock")).doesNotExist();
    }
  }

  private static AdminSocket socket(Path data, Administration administration) {
    AdminSocket.Callbacks callbacks = new AdminSocket.Callbacks(
        who -> {
          throw new AssertionError("nobody asked for a reset of " + who);
        },
        () -> {});
    return new AdminSocket(data, administration, EpochClock.system(), callbacks);
  }

  /** Leaves a stale socket, as a killed server does. */
  private static void leaveASocketBehind(Path data) throws IOException {
    try (ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      dead.bind(UnixDomainSocketAddress.of(data.resolve("admin.sock")));
    }
    assertThat(data.resolve("admin.sock")).exists();
  }

  @Test
  void aStaleSocketIsIgnored() throws IOException {
    assertThat(here("workspaces", "create", "acme").exit()).isZero();
    leaveASocketBehind(folder.resolve("data"));

    assertThat(here("workspaces", "list").out()).contains("acme");
  }

  @Test
  void garbageOnTheSocketDoesNotAffectLaterClients() throws IOException {
    Path data = folder.resolve("data");
    try (TenantDatabase tenantDatabase = TenantDatabase.embedded(data);
        AdminSocket socket = socket(data, new Administration(tenantDatabase, new SecureRandom()))) {
      socket.start();
      for (byte[] nonsense : new byte[][] {
        {},
        {9, 9, 9},
        {1, 127, -1, -1, -1},
        {1, 0, 0, 0, 1, 127, -1, -1, -1},
        {1, -1, -1, -1, -1},
        {1, 0, 0, 0, 0}
      }) {
        try (SocketChannel client =
            SocketChannel.open(UnixDomainSocketAddress.of(data.resolve("admin.sock")))) {
          client.write(ByteBuffer.wrap(nonsense));
        }
      }

      assertThat(here("workspaces", "create", "acme").exit()).isZero();
    }
  }

  @Test
  void aTooLongPathIsServedWithoutASocket() {
    Path deep = folder.resolve("d".repeat(120));
    try (TenantDatabase tenantDatabase = TenantDatabase.embedded(deep);
        AdminSocket socket = socket(deep, new Administration(tenantDatabase, new SecureRandom()))) {
      socket.start();

      assertThat(AdminSocket.unusableReason(deep))
          .hasValueSatisfying(reason -> assertThat(reason).contains("at most 103", "shorter"));
      assertThat(AdminSocket.unusableReason(Path.of("/tmp"))).isEmpty();
    }
  }
}
