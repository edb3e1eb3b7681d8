// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers.local;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A server process and its folder. Both end with this process, however it ends. Before that, the server may be ended
 * and started again, and finds its files unchanged.
 */
final class SupervisedProcess implements AutoCloseable {
  /*
   * The server's parent is a shell that reads from a pipe whose other end only this JVM holds. The kernel closes that
   * end when the JVM ends, also by -9; the shell then kills the server, even a stopped one, and removes its folder.
   * It does so too if the server is not running at that time.
   *
   * The shell sends all signals. It reaps its child only after it has sent the last one, so that the process id
   * cannot belong to another process by then.
   *
   * The shell ignores the signals by which a terminal ends a process group, and SIGPIPE, which is raised when the
   * reader of its answers is lost: it must outlive the server.
   */
  private static final String SCRIPT = """
      trap '' HUP INT TERM PIPE
      folder=$1
      shift
      server=
      end() {
        if [ -n "$server" ]; then
          kill -s KILL "$server"
          wait "$server"
          server=
        fi
      }
      while read -r order; do
        case $order in
          start)
            "$@" </dev/null >"$folder/log" 2>&1 &
            server=$!
            echo "$server"
            ;;
          end)
            end
            echo ended
            ;;
          *)
            kill -s "$order" "$server"
            echo sent
            ;;
        esac
      done
      end
      rm -rf -- "$folder"
      """;

  /** A kill takes milliseconds, or seconds on an overloaded machine. */
  private static final Duration END = Duration.ofSeconds(20);

  /** Enough to contain the reason why a server did not start. */
  private static final int LAST_LINES = 15;

  private final Process shell;
  private final Path folder;
  private final OutputStream commands;
  private final BufferedReader replies;

  /** Null while the server is not running. Used by one thread at a time. */
  private @Nullable ProcessHandle server;

  private SupervisedProcess(Process shell, Path folder) {
    this.shell = shell;
    this.folder = folder;
    this.commands = shell.getOutputStream();
    this.replies = shell.inputReader(StandardCharsets.UTF_8);
  }

  /**
   * Creates a process for a command that keeps its files in this folder. The command is not started yet, but the
   * folder is already supervised.
   */
  static SupervisedProcess create(Path folder, List<String> command) {
    List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", SCRIPT, "sh", folder.toString()));
    words.addAll(command);
    try {
      Process shell = new ProcessBuilder(words)
          .directory(folder.toFile())
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
      return new SupervisedProcess(shell, folder);
    } catch (IOException e) {
      throw new UncheckedIOException("can't start " + command, e);
    }
  }

  /** Starts the server, which must not be running. */
  void start() {
    long pid = Long.parseLong(command("start"));
    server = ProcessHandle.of(pid)
        .orElseThrow(() -> new IllegalStateException("process " + pid + " has already ended"));
  }

  /** Returns the folder in which the server keeps its files. */
  Path folder() {
    return folder;
  }

  /** Returns whether the server was started and not ended since. It may have ended by itself. */
  boolean isStarted() {
    return server != null;
  }

  long pid() {
    return started().pid();
  }

  /**
   * Returns whether the server is running, stopped or not. One that has ended but was not reaped yet has no command
   * any more.
   */
  boolean isRunning() {
    return server != null && server.isAlive() && server.info().command().isPresent();
  }

  /** Sends a signal by its name, such as STOP, and returns when it was sent. */
  void signal(String name) {
    started();
    command(name);
  }

  /** Kills the server, and returns when it has ended; its files remain. Does nothing if it is not running. */
  void end() {
    if (server != null) {
      server = null;
      command("end");
    }
  }

  private ProcessHandle started() {
    if (server == null) {
      throw new IllegalStateException("the server is down");
    }
    return server;
  }

  private String command(String word) {
    try {
      commands.write((word + "\n").getBytes(StandardCharsets.UTF_8));
      commands.flush();
      String answer = replies.readLine();
      if (answer == null) {
        throw new IOException("the watching shell has ended");
      }
      return answer;
    } catch (IOException e) {
      throw new UncheckedIOException("can't " + word + " the server in " + folder, e);
    }
  }

  /** Returns the last lines of the server's output. */
  String lastOutput() {
    try {
      List<String> lines = Files.readAllLines(folder.resolve("log"), StandardCharsets.ISO_8859_1);
      return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    } catch (NoSuchFileException e) {
      return "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills the server, and returns when it has ended and its folder is removed. */
  @Override
  public void close() {
    boolean ended = false;
    server = null;
    try {
      commands.close();
      ended = shell.waitFor(END.toMillis(), TimeUnit.MILLISECONDS);
    } catch (IOException e) {
      throw new UncheckedIOException("can't end the server in " + folder, e);
    } catch (InterruptedException e) {
      // The kill was already sent: only the wait for its effect was interrupted.
      Thread.currentThread().interrupt();
      return;
    }
    if (!ended) {
      throw new IllegalStateException("the server in " + folder + " did not end within " + END);
    }
  }
}
