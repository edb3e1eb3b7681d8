// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.crash;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A small JVM with one driver on its class path. It can be frozen, resumed and killed. Not thread-safe. */
final class StoreProcess implements AutoCloseable {
  private static final long PAUSE_NANOS = 200_000;

  private final Process process;
  private final InputStream out;
  private final StringBuilder partial = new StringBuilder();

  private StoreProcess(Process process) {
    this.process = process;
    this.out = process.getInputStream();
  }

  /**
   * Starts the process.
   *
   * @param folder for temporary files: a driver with native code leaves some behind when it is killed
   */
  static StoreProcess start(Class<?> main, Path driver, Path folder, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx96m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Djava.io.tmpdir=" + folder,
        "-cp",
        ownClasses() + File.pathSeparator + driver,
        main.getName()));
    command.addAll(arguments);
    try {
      return new StoreProcess(new ProcessBuilder(command)
          .redirectError(ProcessBuilder.Redirect.INHERIT)
          .start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The folder of this build's own classes. */
  static Path ownClasses() {
    try {
      return Path.of(
          StoreProcess.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Sends a line and waits for the answer. */
  String ask(String line) {
    try {
      process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
      for (List<String> lines = lines(); ; lines = lines()) {
        if (!lines.isEmpty()) {
          return lines.get(0);
        }
        if (!process.isAlive()) {
          throw new IllegalStateException("the reader ended with code " + process.exitValue());
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the last complete line printed since the previous call. Does not wait. */
  Optional<String> lastLine() {
    List<String> lines = lines();
    return lines.isEmpty() ? Optional.empty() : Optional.of(lines.get(lines.size() - 1));
  }

  private List<String> lines() {
    try {
      for (int ready = out.available(); ready > 0; ready = out.available()) {
        partial.append(new String(out.readNBytes(ready), StandardCharsets.US_ASCII));
      }
    } catch (IOException e) {
      return List.of(); // the process has ended and all its output has been read
    }
    int end = partial.lastIndexOf("\n") + 1;
    List<String> lines = partial.substring(0, end).lines().toList();
    partial.delete(0, end);
    return lines;
  }

  /** Stops all threads of the process, and returns once they have stopped. */
  void freeze() {
    signal("STOP");
    while (!isFrozen()) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private boolean isFrozen() {
    try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(process.pid()), "task"))) {
      for (Path task : tasks.toList()) {
        String stat = Files.readString(task.resolve("stat"));
        if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException("the writer ended", e);
    }
  }

  void resume() {
    signal("CONT");
  }

  /** Kills the process with SIGKILL and returns the last complete line that it printed since the previous read. */
  Optional<String> kill() {
    signal("KILL");
    try {
      byte[] rest = out.readAllBytes();
      partial.append(new String(rest, StandardCharsets.US_ASCII));
      int unusedCode = process.waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return lastLine();
  }

  private void signal(String name) {
    try {
      Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
      int unusedCode = kill.waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
