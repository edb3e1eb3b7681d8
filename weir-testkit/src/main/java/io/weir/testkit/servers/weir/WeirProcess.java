// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers.weir;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.local.FolderTree;
import io.weir.testkit.servers.local.StoppedProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A process of Weir. It does not outlive this one. Its output is kept, and checked for secrets when it is closed. */
public final class WeirProcess implements AutoCloseable {
  /*
   * Its parent is a shell that reads from a pipe whose other end only this JVM holds. When the kernel closes that
   * end, the shell kills the process. The traps are set so that they can be reset: a signal that a shell ignores is
   * also ignored by its children, and these must receive the signal that ends them.
   */
  private static final String SCRIPT = """
      trap : HUP INT TERM
      folder=$1
      shift
      "$@" </dev/null >"$folder/out" 2>"$folder/err" &
      server=$!
      echo "$server"
      while read -r order; do
        case $order in
          wait)
            wait "$server"
            echo "$?"
            server=
            ;;
          *)
            kill -s "$order" "$server"
            echo sent
            ;;
        esac
      done
      if [ -n "$server" ]; then
        kill -s KILL "$server"
        wait "$server"
      fi
      """;

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** Far longer than a response takes. */
  private static final Duration REPLY_TIMEOUT = Duration.ofSeconds(20);

  private final Path folder;
  private final Process shell;
  private final OutputStream commands;
  private final BufferedReader replies;
  private final ProcessHandle server;
  private final List<String> secrets = new ArrayList<>();

  /** Set when the process has ended and was reaped. */
  private @Nullable Integer exit;

  private WeirProcess(WeirCommandLine weirCommandLine) throws IOException {
    folder = Files.createTempDirectory("weir-process");
    List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", SCRIPT, "sh", folder.toString()));
    words.addAll(weirCommandLine.command());
    ProcessBuilder builder = new ProcessBuilder(words).directory(folder.toFile());
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    // Variables for the tests must not be settings of a server.
    builder.environment().keySet().removeIf(name -> name.startsWith("WEIR_"));
    builder.environment().putAll(weirCommandLine.variables());
    shell = builder.start();
    commands = shell.getOutputStream();
    replies = shell.inputReader(StandardCharsets.UTF_8);
    long pid = Long.parseLong(replies.readLine());
    server = ProcessHandle.of(pid).orElseThrow();
  }

  /** Starts a process, and does not wait for anything. */
  public static WeirProcess begin(WeirCommandLine weirCommandLine) {
    try {
      return new WeirProcess(weirCommandLine);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts a server, and waits until it listens. */
  public static WeirProcess start(WeirCommandLine weirCommandLine) {
    WeirProcess process = begin(weirCommandLine);
    try {
      Eventually.until(
          () -> "the server is not listening: " + process.allOutput(),
          () -> process.line("listening ").isPresent() || !process.isRunning());
      assertThat(process.line("listening ")).as(process::allOutput).isPresent();
      return process;
    } catch (AssertionError e) {
      process.close();
      throw e;
    }
  }

  /** Runs a command to its end. */
  public static ProcessResult run(WeirCommandLine weirCommandLine) {
    try (WeirProcess process = begin(weirCommandLine)) {
      return process.end();
    }
  }

  /** Adds secrets that must never be printed. */
  public WeirProcess withSecrets(String... more) {
    secrets.addAll(List.of(more));
    return this;
  }

  /** Returns the URL on which it listens. */
  public String url() {
    return line("listening ")
        .orElseThrow(() -> new AssertionError("not listening: " + allOutput()));
  }

  /**
   * Returns the key that it printed. The key is a secret from then on, except in the lines whose purpose is to print
   * it.
   */
  public String rootKey() {
    Eventually.until(
        () -> "no root key was printed: " + allOutput(), () -> line("root-key ").isPresent());
    String key = line("root-key ").orElseThrow();
    if (!secrets.contains(key)) {
      secrets.add(key);
    }
    return key;
  }

  /** Returns the rest of the first line of standard output with this prefix, once it is complete. */
  public Optional<String> line(String start) {
    String out = out();
    return out.substring(0, out.lastIndexOf('\n') + 1)
        .lines()
        .filter(line -> line.startsWith(start))
        .map(line -> line.substring(start.length()))
        .findFirst();
  }

  /** Returns the port on which it listens. */
  public int port() {
    return URI.create(url()).getPort();
  }

  /** Returns the value of a metric, the sum if there are several; 0 if there is none. */
  public double metric(String name) {
    String text = get("/metrics");
    assertThat(secrets).noneMatch(text::contains);
    return text.lines()
        .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private String get(String path) {
    try {
      HttpRequest request = HttpRequest.newBuilder(URI.create(url() + path))
          .timeout(REPLY_TIMEOUT)
          .build();
      return CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).body();
    } catch (IOException e) {
      throw new UncheckedIOException("no answer at " + path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Returns the complete standard output. */
  public String out() {
    return text("out");
  }

  /** Returns the complete standard error: the log. */
  public String log() {
    return text("err");
  }

  /** Returns both, for the message of a failure. */
  public String allOutput() {
    return out() + log();
  }

  private String text(String file) {
    try {
      Path path = folder.resolve(file);
      return Files.exists(path) ? Files.readString(path) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A process that has ended but was not reaped yet has no command any more. */
  public boolean isRunning() {
    return exit == null && server.isAlive() && server.info().command().isPresent();
  }

  /** Ends it as a crash would. */
  public void kill() {
    command("KILL");
    end();
  }

  /** Stops it with SIGSTOP, and returns when all of its threads have stopped: its files are now those of a crash. */
  public void pause() {
    command("STOP");
    StoppedProcess.await(server.pid());
  }

  /** Continues it after a pause, with SIGCONT. */
  public void resume() {
    command("CONT");
  }

  /** Requests its end, and does not wait. */
  public void terminate() {
    command("TERM");
  }

  /** Waits until it has ended by itself. */
  public ProcessResult end() {
    Eventually.until(() -> "the process did not end: " + allOutput(), () -> !isRunning());
    if (exit == null) {
      exit = Integer.parseInt(command("wait"));
    }
    return new ProcessResult(exit, out(), log());
  }

  private String command(String word) {
    try {
      commands.write((word + "\n").getBytes(StandardCharsets.UTF_8));
      commands.flush();
      return String.valueOf(replies.readLine());
    } catch (IOException e) {
      throw new UncheckedIOException("can't " + word + " the process", e);
    }
  }

  /** Kills it if it is running, and checks whether it printed a secret. */
  @Override
  public void close() {
    try {
      commands.close();
      int unusedExit = shell.waitFor();
      String printed = new ProcessResult(0, out(), log()).outputWithoutKey();
      new FolderTree(folder).delete();
      assertThat(secrets)
          .as("secrets in the server's output: %s", printed)
          .noneMatch(printed::contains);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
