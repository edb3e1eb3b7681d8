// SPDX-License-Identifier: Apache-2.0
package io.weir.server.clients;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A server as users run it: the runnable jar in a process of its own, with a folder of its own. */
final class ServerProcess implements AutoCloseable {
  private static final String LISTENING = "listening ";

  private final Process process;
  private final Path data;
  private final String url;

  private ServerProcess(Process process, Path data, String url) {
    this.process = process;
    this.data = data;
    this.url = url;
  }

  /** Starts one with this root key, and waits until it listens. */
  static ServerProcess start(Path folder, String rootKey, String... options) throws IOException {
    Path data = folder.resolve("data");
    Path errors = Files.createDirectories(folder).resolve("stderr");
    List<String> command = new ArrayList<>(List.of(
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
    Process process = builder.start();
    BufferedReader out = process.inputReader(UTF_8);
    String line = out.readLine();
    if (line == null || !line.startsWith(LISTENING)) {
      process.destroyForcibly();
      throw new IllegalStateException(
          "the server said " + line + " and " + Files.readString(errors));
    }
    return new ServerProcess(process, data, line.substring(LISTENING.length()));
  }

  /** Where it listens, with its path. */
  String url() {
    return url;
  }

  /** Its folder. */
  Path data() {
    return data;
  }

  /** Makes it stand still: the system takes connections for it, and nobody answers. */
  void stop() throws IOException, InterruptedException {
    int exit = new ProcessBuilder("kill", "-STOP", Long.toString(process.pid()))
        .start()
        .waitFor();
    if (exit != 0) {
      throw new IllegalStateException("the server could not be stopped: kill said " + exit);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
