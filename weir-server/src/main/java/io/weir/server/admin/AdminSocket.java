// SPDX-License-Identifier: Apache-2.0
package io.weir.server.admin;

import io.weir.reset.ResetResult;
import io.weir.reset.Resets.ResetTarget;
import io.weir.server.logs.IoReason;
import io.weir.time.EpochClock;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ByteChannel;
import java.nio.channels.Channel;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A Unix socket that runs admin commands for users who can read and write the server's folder, because only one
 * process can open an embedded database. Commands run one after the other on a thread of their own. Only the process
 * that has opened the database's file may start one, so a socket file that already exists is stale.
 */
public final class AdminSocket implements AutoCloseable {
  private static final Logger LOG = System.getLogger(AdminSocket.class.getName());

  private static final String FILE = "admin.sock";

  /**
   * The shortest limit of a socket path among common systems: 104 bytes including a terminating zero on some, 108 on
   * others.
   */
  private static final int MAX_PATH = 103;

  /** How long a connection stays open. A command may have to wait for other changes. */
  private static final long TIMEOUT_SECONDS = 30;

  /** How long closing waits for a running command, at most. */
  private static final long CLOSE_MILLIS = 2_000;

  private final Path folder;
  private final Path file;
  private final CommandExecution commandExecution;
  private final Runnable afterCommand;

  // Both fields are used only by the thread that starts and closes the server.
  private @Nullable ServerSocketChannel serverChannel;
  private @Nullable Thread thread;

  /**
   * The running server's functions that commands use.
   *
   * @param resets resets an identifier
   * @param afterCommand runs after a command and before its reply, so that this server knows of the change by then
   */
  public record Callbacks(
      Function<ResetTarget, CompletionStage<ResetResult>> resets, Runnable afterCommand) {}

  /** Creates a socket in the folder of the embedded database. It accepts no commands before {@link #start}. */
  public AdminSocket(
      Path folder, Administration administration, EpochClock clock, Callbacks callbacks) {
    this.folder = folder;
    this.file = path(folder);
    this.commandExecution = new CommandExecution(
        administration, clock, ResetCommand.ResetExecutor.ofServers(callbacks.resets()));
    this.afterCommand = callbacks.afterCommand();
  }

  private static Path path(Path folder) {
    return folder.toAbsolutePath().normalize().resolve(FILE);
  }

  /** Returns why this folder cannot contain a socket, if that is so. */
  static Optional<String> unusableReason(Path folder) {
    int bytes = path(folder).toString().getBytes(StandardCharsets.UTF_8).length;
    return bytes <= MAX_PATH
        ? Optional.empty()
        : Optional.of("the path " + path(folder) + " has " + bytes
            + " bytes, but the path of a Unix socket has at most " + MAX_PATH
            + ": use a folder with a shorter path");
  }

  /** Starts to accept commands. A server without admin commands is better than none, so a failure is only logged. */
  public void start() {
    Optional<String> reason = unusableReason(folder);
    if (reason.isPresent()) {
      LOG.log(
          Level.WARNING,
          "Commands for keys, workspaces and namespaces work only while the server is down: {0}",
          reason.get());
      return;
    }
    try {
      Files.deleteIfExists(file);
      ServerSocketChannel opened = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      serverChannel = opened;
      opened.bind(UnixDomainSocketAddress.of(file));
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      Thread serving = new Thread(() -> serve(opened), "weir-admin");
      serving.setDaemon(true);
      thread = serving;
      serving.start();
    } catch (IOException | UnsupportedOperationException e) {
      LOG.log(
          Level.WARNING,
          "Commands for keys, workspaces and namespaces work only while the server is down: {0}",
          e instanceof IOException failure
              ? IoReason.of(failure)
              : "this system does not support Unix domain sockets");
      close();
    }
  }

  private void serve(ServerSocketChannel opened) {
    while (opened.isOpen()) {
      try (SocketChannel client = opened.accept()) {
        answer(client);
      } catch (IOException e) {
        // The socket was closed, or the client disconnected or sent an invalid request. No reply is
        // possible.
        LOG.log(Level.DEBUG, "A command was not answered: {0}", String.valueOf(e));
      }
    }
  }

  private void answer(SocketChannel client) throws IOException {
    CompletableFuture<Void> timeout = closeAfterTimeout(client);
    try {
      List<String> arguments = AdminReply.readArguments(input(client));
      AdminReply adminReply = AdminCommands.reply(arguments, commandExecution);
      afterCommand.run();
      adminReply.write(output(client));
    } finally {
      timeout.cancel(false);
    }
  }

  /** Sends a command to the server of this folder. Empty if none runs there. */
  static Optional<AdminReply> send(Path folder, List<String> arguments) throws IOException {
    if (unusableReason(folder).isPresent() || !Files.exists(path(folder))) {
      return Optional.empty();
    }
    try (SocketChannel server = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      try {
        server.connect(UnixDomainSocketAddress.of(path(folder)));
      } catch (ConnectException e) {
        return Optional.empty(); // a stale socket of a server that was killed
      }
      CompletableFuture<Void> timeout = closeAfterTimeout(server);
      try {
        AdminReply.writeArguments(arguments, output(server));
        return Optional.of(AdminReply.read(input(server)));
      } finally {
        timeout.cancel(false);
      }
    }
  }

  /** These channels have no timeouts, so a channel that is in use for too long is closed. */
  private static CompletableFuture<Void> closeAfterTimeout(Channel channel) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            channel.close();
          } catch (IOException e) {
            LOG.log(Level.DEBUG, "A connection could not be closed: {0}", String.valueOf(e));
          }
        },
        CompletableFuture.delayedExecutor(TIMEOUT_SECONDS, TimeUnit.SECONDS));
  }

  private static DataInputStream input(ByteChannel channel) {
    return new DataInputStream(new BufferedInputStream(Channels.newInputStream(channel)));
  }

  private static DataOutputStream output(ByteChannel channel) {
    return new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel)));
  }

  /** Stops accepting commands. Waits for a running command, within bounds. */
  @Override
  public void close() {
    try {
      if (serverChannel != null) {
        serverChannel.close();
        Files.deleteIfExists(file);
      }
      if (thread != null) {
        thread.join(CLOSE_MILLIS);
      }
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "The socket could not be closed: {0}", String.valueOf(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
