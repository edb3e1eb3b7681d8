// SPDX-License-Identifier: Apache-2.0
package io.weir.server.clients;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A server as users run it: the runnable jar in its own process, with its own folder. */
final class JarServerProcess implements AutoCloseable {
  private static final String LISTENING = "listening ";

  /**
   * The server's parent process. It reads from a pipe that only this JVM holds open, so the server ends when the JVM
   * does, however the JVM ends. SIGKILL also ends a stopped server.
   */
  private static final String WATCH = """
      trap '' HUP INT TERM PIPE
      "$@" </dev/null &
      echo $!
      cat >/dev/null
      kill -s KILL $!
      """;

  private final Process watch;
  private final String pid;
  private final Path data;
  private final String url;

  private JarServerProcess(Process watch, String pid, Path data, String url) {
    this.watch = watch;
    this.pid = pid;
    this.data = data;
    this.url = url;
  }

  /** Starts a server with this root key and waits until it listens. */
  static JarServerProcess start(Path folder, String rootKey, String... options) throws IOException {
    Path data = folder.resolve("data");
    Path errors = Files.createDirectories(folder).resolve("stderr");
    List<String> command = new ArrayList<>(List.of(
        "/bin/sh",
        "-c",
        WATCH,
        "sh",
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-jar",
        System.getProperty("weir.jar"),
        "serve",
        "--port=0",
        "--data=" + data));
    command.addAll(List.of(options));
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("WEIR_"));
    builder.environment().put("WEIR_ROOT_KEY", rootKey);
    Process watch = builder.start();
    BufferedReader out = watch.inputReader(UTF_8);
    String pid = String.valueOf(out.readLine());
    String line = out.readLine();
    if (line == null || !line.startsWith(LISTENING)) {
      watch.getOutputStream().close();
      throw new IllegalStateException(
          "the server said " + line + " and " + Files.readString(errors));
    }
    return new JarServerProcess(watch, pid, data, line.substring(LISTENING.length()));
  }

  /** Returns the server's URL, including its path. */
  String url() {
    return url;
  }

  /** Returns the server's data folder. */
  Path data() {
    return data;
  }

  /** Suspends the server: the operating system still accepts connections, but nothing answers them. */
  void stop() throws IOException, InterruptedException {
    int exit = new ProcessBuilder("kill", "-STOP", pid).start().waitFor();
    if (exit != 0) {
      throw new IllegalStateException("the server could not be stopped: kill said " + exit);
    }
  }

  @Override
  public void close() {
    try {
      watch.getOutputStream().close();
      watch.waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException("can't end the server at " + url, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the kill is under way
    }
  }
}
