// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A process that this run started. It ends with the run, even if the run is interrupted. */
final class ChildProcess implements AutoCloseable {
  private static final long GRACE_SECONDS = 15;

  private final Process process;
  private final Path errors;
  private final Thread ending;

  private ChildProcess(Process process, Path errors) {
    this.process = process;
    this.errors = errors;
    this.ending = new Thread(process::destroy);
    Runtime.getRuntime().addShutdownHook(ending);
  }

  /** Starts the process and writes its standard error to a file in the folder. */
  static ChildProcess start(ProcessBuilder command, Path folder) {
    Path errors = folder.resolve("errors.txt");
    try {
      return new ChildProcess(command.redirectError(errors.toFile()).start(), errors);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Process process() {
    return process;
  }

  /** An exception with this message and the end of the process's error output. */
  IllegalStateException failure(String message) {
    String output = errors();
    return new IllegalStateException(
        message + ": " + output.substring(Math.max(0, output.length() - 600)));
  }

  /** The error output so far. */
  String errors() {
    try {
      return Files.readString(errors).strip();
    } catch (IOException e) {
      return "(no error output: " + e.getMessage() + ")";
    }
  }

  static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(ending);
    process.destroy();
    try {
      if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
