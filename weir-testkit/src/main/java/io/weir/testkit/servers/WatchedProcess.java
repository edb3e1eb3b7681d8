// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers;

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

/** A server process that ends with this one, however this one ends, and leaves no folder behind. */
final class WatchedProcess implements AutoCloseable {
  /*
   * The server's parent is a shell that reads from a pipe whose other end only this JVM holds. The kernel closes that
   * end when the JVM goes, by -9 too; the shell then kills the server, which works on a stopped one as well, and
   * removes its folder.
   *
   * All signals are sent by the shell. It collects its child's end only after it has sent the last one, so that the
   * number can't belong to another process by then.
   *
   * The shell turns a deaf ear to the signals by which a terminal ends a whole group, and to SIGPIPE, which a lost
   * reader of its answers would cause: it must outlive the server.
   */
  private static final String SCRIPT = """
      trap '' HUP INT TERM PIPE
      folder=$1
      shift
      "$@" </dev/null >"$folder/log" 2>&1 &
      echo $!
      while read -r signal; do
        kill -s "$signal" $!
        echo sent
      done
      kill -s KILL $!
      wait $!
      rm -rf -- "$folder"
      """;

  /** A kill takes milliseconds. On a machine that is out of breath it may take seconds. */
  private static final Duration END = Duration.ofSeconds(20);

  /** Enough to hold the reason why a server did not start. */
  private static final int LAST_LINES = 15;

  private final Process shell;
  private final Path folder;
  private final OutputStream orders;
  private final BufferedReader answers;
  private final ProcessHandle server;

  private WatchedProcess(Process shell, Path folder) throws IOException {
    this.shell = shell;
    this.folder = folder;
    this.orders = shell.getOutputStream();
    this.answers = shell.inputReader(StandardCharsets.UTF_8);
    long pid = Long.parseLong(answer());
    this.server = ProcessHandle.of(pid)
        .orElseThrow(() -> new IllegalStateException("process " + pid + " has gone already"));
  }

  /** Starts a command that keeps its files in this folder, which is removed after its end. */
  static WatchedProcess start(Path folder, List<String> command) {
    List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", SCRIPT, "sh", folder.toString()));
    words.addAll(command);
    try {
      Process shell = new ProcessBuilder(words)
          .directory(folder.toFile())
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
      return new WatchedProcess(shell, folder);
    } catch (IOException e) {
      throw new UncheckedIOException("can't start " + command, e);
    }
  }

  long pid() {
    return server.pid();
  }

  /** Whether the server runs, stopped or not. One that has ended but was not collected yet has no command any more. */
  boolean isRunning() {
    return server.isAlive() && server.info().command().isPresent();
  }

  /** Sends a signal by its name, such as STOP, and returns when it was sent. */
  void signal(String name) {
    try {
      orders.write((name + "\n").getBytes(StandardCharsets.UTF_8));
      orders.flush();
      answer();
    } catch (IOException e) {
      throw new UncheckedIOException("can't send " + name + " to process " + pid(), e);
    }
  }

  private String answer() throws IOException {
    String line = answers.readLine();
    if (line == null) {
      throw new IOException("the watching shell has ended");
    }
    return line;
  }

  /** The last lines that the server wrote. */
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

  /** Kills the server and returns when it is gone. */
  @Override
  public void close() {
    boolean ended = false;
    try {
      orders.close();
      ended = shell.waitFor(END.toMillis(), TimeUnit.MILLISECONDS);
    } catch (IOException e) {
      throw new UncheckedIOException("can't end process " + pid(), e);
    } catch (InterruptedException e) {
      // The kill is under way: only the wait for its effect was cut short.
      Thread.currentThread().interrupt();
      return;
    }
    if (!ended) {
      throw new IllegalStateException("process " + pid() + " did not end within " + END);
    }
  }
}
