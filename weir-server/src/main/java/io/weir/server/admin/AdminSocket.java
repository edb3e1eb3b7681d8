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
 * Runs commands for who may read and write the server's folder, one after the other on a thread of its own: an embedded
 * database has room for one process only. Whoever has opened the database's file may start one, so a socket that is found there
 * is left over.
 */
public final class AdminSocket implements AutoCloseable {
  private static final Logger LOG = System.getLogger(AdminSocket.class.getName());

  private static final String FILE = "admin.sock";

  /** Where systems end to take a path for a socket: 104 bytes with a zero on some, 108 on others. */
  private static final int MAX_PATH = 103;

  /** A command may have to wait for others that change something. */
  private static final long TIMEOUT_SECONDS = 30;

  /** How long closing may wait for a command: a bound, not a wait. */
  private static final long CLOSE_MILLIS = 2_000;

  private final Path folder;
  private final Path file;
  private final CommandExecution commandExecution;
  private final Runnable afterCommand;

  // Used by whoever starts and closes.
  private @Nullable ServerSocketChannel serverChannel;
  private @Nullable Thread thread;

  /**
   * What a command may ask of the running server.
   *
   * @param resets resets an identifier
   * @param afterCommand runs when a command was done and before it is answered, so that this server knows of the change by then
   */
  public record Callbacks(
      Function<ResetTarget, CompletionStage<ResetResult>> resets, Runnable afterCommand) {}

  /** In the folder of the embedded database, for what lies in it. */
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

  /** Why no socket fits into this folder, if none does. */
  static Optional<String> unusableReason(Path folder) {
    int bytes = path(folder).toString().getBytes(StandardCharsets.UTF_8).length;
    return bytes <= MAX_PATH
        ? Optional.empty()
        : Optional.of("the path " + path(folder) + " has " + bytes
            + " bytes, but the path of a Unix socket has at most " + MAX_PATH
            + ": use a folder with a shorter path");
  }

  /** Lets commands in. A server without them is better than none, so what keeps it from that is only logged. */
  public void start() {
    Optional<String> misfit = unusableReason(folder);
    if (misfit.isPresent()) {
      LOG.log(
          Level.WARNING,
          "Commands for keys, workspaces and namespaces work only while the server is down: {0}",
          misfit.get());
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
      try (SocketChannel visitor = opened.accept()) {
        answer(visitor);
      } catch (IOException e) {
        // The door was closed, or the visitor has gone or sent nonsense; nobody is left to tell.
        LOG.log(Level.DEBUG, "A command was not answered: {0}", String.valueOf(e));
      }
    }
  }

  private void answer(SocketChannel visitor) throws IOException {
    CompletableFuture<Void> patience = closeAfterTimeout(visitor);
    try {
      List<String> arguments = AdminReply.readArguments(input(visitor));
      AdminReply adminReply = AdminCommands.reply(arguments, commandExecution);
      afterCommand.run();
      adminReply.write(output(visitor));
    } finally {
      patience.cancel(false);
    }
  }

  /** Hands a command to the server of this folder. Empty if none runs there. */
  static Optional<AdminReply> send(Path folder, List<String> arguments) throws IOException {
    if (unusableReason(folder).isPresent() || !Files.exists(path(folder))) {
      return Optional.empty();
    }
    try (SocketChannel server = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      try {
        server.connect(UnixDomainSocketAddress.of(path(folder)));
      } catch (ConnectException e) {
        return Optional.empty(); // left over from a server that was killed
      }
      CompletableFuture<Void> patience = closeAfterTimeout(server);
      try {
        AdminReply.writeArguments(arguments, output(server));
        return Optional.of(AdminReply.read(input(server)));
      } finally {
        patience.cancel(false);
      }
    }
  }

  /** These channels know no time limits: who waits for one too long finds it closed. */
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

  /** Lets nobody in any more. The command that runs, if one does, ends first, within bounds. */
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
