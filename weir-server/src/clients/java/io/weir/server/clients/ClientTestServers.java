// SPDX-License-Identifier: Apache-2.0
package io.weir.server.clients;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.cli.command.CommandContext;
import io.weir.server.admin.AdminCommands;
import io.weir.server.rig.TestJson;
import io.weir.testkit.servers.Eventually;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * The servers that the client test cases use, with keys, workspaces and namespaces created through the admin
 * commands.
 */
final class ClientTestServers implements AutoCloseable {
  private static final String ROOT_KEY = "weir_clients_everything_0123456789";
  private static final String KNOWN = "known";
  private static final String QUOTA = "5";

  private final List<JarServerProcess> running = new ArrayList<>();
  private final JarServerProcess server;
  private final Map<String, String> environment = new TreeMap<>();

  private ClientTestServers(Path folder) throws IOException {
    server = start(folder.resolve("server"));
  }

  /** Starts the servers and creates everything that the cases need. */
  static ClientTestServers open(Path folder) throws Exception {
    ClientTestServers clientTestServers = new ClientTestServers(folder);
    boolean isComplete = false;
    try {
      clientTestServers.makeServers(folder);
      clientTestServers.makeNamespaces();
      clientTestServers.makeKeys();
      isComplete = true;
      return clientTestServers;
    } finally {
      if (!isComplete) {
        clientTestServers.close();
      }
    }
  }

  private JarServerProcess start(Path folder, String... options) throws IOException {
    JarServerProcess started = JarServerProcess.start(folder, ROOT_KEY, options);
    running.add(started);
    return started;
  }

  private void makeServers(Path folder) throws Exception {
    JarServerProcess prefixed = start(folder.resolve("prefixed"), "--path-prefix=/edge/weir");
    JarServerProcess silent = start(folder.resolve("silent"));
    silent.stop();
    setVariable("URL", server.url());
    setVariable("PREFIXED_URL", prefixed.url());
    setVariable("SILENT_URL", silent.url());
    setVariable("DOWN_URL", "http://127.0.0.1:" + unusedPort());
    setVariable("KEY", ROOT_KEY);
  }

  /** Returns the environment variables of the cases. */
  Map<String, String> environment() {
    return Map.copyOf(environment);
  }

  private void setVariable(String name, String value) {
    environment.put("WEIR_CLIENTS_" + name, value);
  }

  private static int unusedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void makeNamespaces() throws Exception {
    Eventually.until(
        "the server knows its root key", () -> check(ROOT_KEY, KNOWN).isEmpty());
    String list =
        TestJson.parse("{\"items\":" + run("namespaces", "list") + "}").toString();
    String id = list.replaceAll("(?s).*?\\bid=(\\w+).*", "$1");
    setVariable("NAMESPACE", KNOWN);
    setVariable("NAMESPACE_ID", id);
    Eventually.until("a namespace is there", () -> check(ROOT_KEY, "gone").isEmpty());
    admin("namespaces", "delete", "gone");
    setVariable("NAMESPACE_GONE", "gone");
    Eventually.until(
        "the namespace is known to be gone", () -> check(ROOT_KEY, "gone").contains("410"));
  }

  private void makeKeys() throws Exception {
    admin("workspaces", "create", "other");
    admin("workspaces", "create", "busy", "--quota=" + QUOTA);
    setVariable("SMALL_QUOTA", QUOTA);
    String id = environment.getOrDefault("WEIR_CLIENTS_NAMESPACE_ID", "");
    Map<String, @Nullable Object> expired = key("EXPIRED", "--expires-in=1s");
    Map<String, @Nullable Object> disabled = key("DISABLED");
    Map<String, @Nullable Object> other = key("OTHER_WORKSPACE", "--workspace=other");
    Map<String, @Nullable Object> last = key("LIMIT_ONLY", "--permission=ratelimit.*.limit");
    key("ONE_NAMESPACE", "--permission=ratelimit." + id + ".limit");
    key("NOTHING", "--permission=ratelimit.*.read_namespace");
    key("SMALL_QUOTA", "--workspace=busy");
    admin("keys", "disable", String.valueOf(disabled.get("id")));
    String otherKey = String.valueOf(other.get("key"));
    Eventually.until(
        "a foreign namespace is there", () -> check(otherKey, "foreign").isEmpty());
    setVariable("NAMESPACE_FOREIGN", "foreign");
    String expiredKey = String.valueOf(expired.get("key"));
    String disabledKey = String.valueOf(disabled.get("key"));
    String lastKey = String.valueOf(last.get("key"));
    Eventually.until(
        "the keys are as they should be",
        () -> check(lastKey, KNOWN).isEmpty()
            && check(disabledKey, KNOWN).contains("disabled")
            && check(expiredKey, KNOWN).contains("expired"));
  }

  private Map<String, @Nullable Object> key(String name, String... options) throws Exception {
    Map<String, @Nullable Object> key = admin(
        Stream.concat(Stream.of("keys", "create"), Stream.of(options)).toArray(String[]::new));
    setVariable("KEY_" + name, String.valueOf(key.get("key")));
    return key;
  }

  /** Runs an operator's command beside the server, and returns the object that it printed. */
  private Map<String, @Nullable Object> admin(String... args) {
    return TestJson.parse(run(args));
  }

  /** Runs an operator's command beside the server, and returns what it printed. */
  private String run(String... args) {
    CommandLine weir = new CommandLine(CommandSpec.create().name("weir"));
    AdminCommands.commandLines().forEach(weir::addSubcommand);
    ParseResult parsed = weir.parseArgs(
        Stream.concat(Stream.of(args), Stream.of("--json", "--data=" + server.data()))
            .toArray(String[]::new));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit = AdminCommands.run(parsed.subcommand(), out, new PrintWriter(err, true, UTF_8));
    if (exit != 0) {
      throw new IllegalStateException(List.of(args) + ": " + err.toString(UTF_8));
    }
    return out.toString(UTF_8);
  }

  /** Checks a limit. Returns the error output, empty on success. */
  private String check(String key, String namespace) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] args = {
      "limit",
      "--url=" + server.url(),
      "--root-key-file=-",
      "--namespace=" + namespace,
      "--identifier=setting up",
      "--limit=1000000",
      "--duration=1h"
    };
    CommandContext commandContext = CommandContext.of(
        new ByteArrayInputStream(key.getBytes(UTF_8)), new ByteArrayOutputStream(), err);
    return io.weir.cli.Main.run(args, commandContext, List.of()) == 0 ? "" : err.toString(UTF_8);
  }

  @Override
  public void close() {
    running.forEach(JarServerProcess::close);
  }
}
