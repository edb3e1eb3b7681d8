// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers.mariadb;

import io.weir.testkit.servers.local.FolderTree;
import io.weir.testkit.servers.local.LoopbackServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A real MariaDB whose user root needs no password. Committed data survives a kill and is present after a restart.
 */
public final class MariaDbServer extends LoopbackServer {
  /** The time-out of one ping to a starting server. Pings are repeated, so it can be short. */
  private static final int PING_TIMEOUT_MILLIS = 1000;

  /** The server speaks first. After a header of four bytes comes the protocol version, or 255 for a refusal. */
  private static final int HEADER = 4;

  private static final int PROTOCOL = 10;

  private static final String DATA = "data";
  private static final String PID = "pid";

  /** Holds the server that all users in this JVM share; created on first use. */
  private static final class SharedMariaDb {
    static final MariaDbServer SERVER =
        launch(true, MariaDbBinary.ofThisMachine().install(), List.of());
  }

  private final MariaDbBinary.Installation installation;
  private final List<String> arguments;

  private MariaDbServer(
      boolean shared, int port, MariaDbBinary.Installation installation, List<String> arguments) {
    super("MariaDB", shared, port);
    this.installation = installation;
    this.arguments = arguments;
  }

  /**
   * Starts a server for the caller's own use.
   *
   * @param arguments additional command-line arguments, such as {@code "--innodb-buffer-pool-size=256M"}
   */
  public static MariaDbServer start(String... arguments) {
    return launch(false, MariaDbBinary.ofThisMachine().install(), List.of(arguments));
  }

  /**
   * Returns the server that all users in this JVM share. It is started once and ends with the JVM; it cannot be
   * killed, paused or closed.
   */
  public static MariaDbServer shared() {
    return SharedMariaDb.SERVER;
  }

  static MariaDbServer launch(
      boolean shared, MariaDbBinary.Installation installation, List<String> arguments) {
    return launch(port -> new MariaDbServer(shared, port, installation, arguments));
  }

  /**
   * Returns the address for MariaDB's driver. The database of this name is created when the first client connects.
   */
  public String url(String database) {
    return url(database, port());
  }

  /** Returns the address for clients that connect through another local port, such as a fault proxy's. */
  public String url(String database, int port) {
    return new JdbcUrl("jdbc:mariadb://127.0.0.1:" + port, "user=root&sslMode=disable")
        .of(database);
  }

  @Override
  protected List<String> command(Path folder) {
    List<String> words = installation.home().command(folder.resolve(DATA));
    words.addAll(List.of(
        "--bind-address=127.0.0.1",
        "--port=" + port(),
        "--skip-name-resolve",
        // Relative to the data directory, since such a path is limited to a hundred characters.
        "--socket=socket",
        "--pid-file=" + folder.resolve(PID),
        "--tmpdir=" + folder,
        "--character-set-server=utf8mb4",
        "--innodb-buffer-pool-size=64M",
        "--innodb-flush-log-at-trx-commit=1"));
    words.addAll(arguments);
    return words;
  }

  @Override
  protected void prepare(Path folder) throws IOException {
    Path data = folder.resolve(DATA);
    if (!Files.exists(data)) {
      new FolderTree(installation.data()).copyTo(data);
    }
  }

  /** The server writes its process id only after it bound the port, and ends if it cannot. */
  @Override
  protected boolean isServedBy(long pid, Path folder) {
    try {
      Path file = folder.resolve(PID);
      return Files.exists(file)
          && Files.readString(file).strip().equals(Long.toString(pid))
          && isGreeting();
    } catch (IOException e) {
      return false;
    }
  }

  private boolean isGreeting() throws IOException {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(PING_TIMEOUT_MILLIS);
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port()), PING_TIMEOUT_MILLIS);
      byte[] greeting = socket.getInputStream().readNBytes(HEADER + 1);
      return greeting.length > HEADER && greeting[HEADER] == PROTOCOL;
    }
  }

  @Override
  protected String portInUseMessage() {
    return "Bind on TCP/IP port";
  }
}
