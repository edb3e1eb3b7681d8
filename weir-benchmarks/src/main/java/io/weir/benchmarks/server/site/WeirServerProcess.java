// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server.site;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Weir's server in its own process, started as {@code ./weir serve} starts it, with a port, a folder and few other
 * settings.
 */
public final class WeirServerProcess implements MeasuredServer {
  private static final String LISTENING = "listening http://";
  private static final String ROOT_KEY = "root-key ";
  private static final long START_SECONDS = 60;

  private final ChildProcess childProcess;
  private final Path target;
  private final Path folder;
  private final CompletableFuture<Integer> port = new CompletableFuture<>();
  private final CompletableFuture<String> key = new CompletableFuture<>();

  private WeirServerProcess(ChildProcess childProcess, Path target, Path folder) {
    this.childProcess = childProcess;
    this.target = target;
    this.folder = folder;
    Thread reader = new Thread(this::read, "weir-output");
    reader.setDaemon(true);
    reader.start();
  }

  /** The folder of the built server, if the launcher has named one and it exists. */
  public static Optional<Path> built() {
    return Optional.ofNullable(System.getProperty("weir.server"))
        .map(Path::of)
        .filter(target -> Files.isDirectory(target.resolve("lib")));
  }

  /** The JVM flags of {@code ./weir serve}, as passed by the launcher. */
  private static List<String> usualFlags() {
    String flags = System.getProperty("weir.server.flags", "").strip();
    return flags.isEmpty() ? List.of() : List.of(flags.split(" +"));
  }

  /** Starts a server in a new folder, and waits until it listens. */
  public static WeirServerProcess first(Path target, Path folder) {
    return first(target, folder, ServerFlags.NONE);
  }

  /** Starts a server in a new folder with additional flags, and waits until it listens. */
  public static WeirServerProcess first(Path target, Path folder, ServerFlags serverFlags) {
    WeirServerProcess started = start(target, folder, serverFlags);
    started.await(started.port);
    started.await(started.key);
    return started;
  }

  /** Starts a server in a folder that an earlier server used, with the root key of that server. */
  public static WeirServerProcess again(Path target, Path folder, String key) {
    WeirServerProcess started = start(target, folder, ServerFlags.NONE);
    started.key.complete(key);
    started.await(started.port);
    return started;
  }

  /**
   * Additional flags of the command line.
   *
   * @param java flags of the JVM
   * @param server flags of the server
   */
  public record ServerFlags(List<String> java, List<String> server) {
    static final ServerFlags NONE = new ServerFlags(List.of(), List.of());
  }

  private static WeirServerProcess start(Path target, Path folder, ServerFlags serverFlags) {
    List<String> arguments = new ArrayList<>(List.of(
        "serve",
        "--port",
        "0",
        "--print-root-key",
        "--data",
        folder.resolve("data").toString()));
    arguments.addAll(serverFlags.server());
    List<String> java = new ArrayList<>(usualFlags());
    java.addAll(serverFlags.java());
    ProcessBuilder command = command(target, java, arguments);
    return new WeirServerProcess(ChildProcess.start(command, folder), target, folder);
  }

  private static ProcessBuilder command(Path target, List<String> java, List<String> arguments) {
    List<String> all = new ArrayList<>();
    all.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    all.add("-Xshare:auto");
    all.addAll(java);
    all.addAll(List.of(
        "-cp",
        target.resolve("*") + File.pathSeparator + target.resolve("lib").resolve("*"),
        "io.weir.server.Main"));
    all.addAll(arguments);
    ProcessBuilder command = new ProcessBuilder(all);
    command.environment().keySet().removeIf(name -> name.startsWith("WEIR_"));
    return command;
  }

  /** Runs another command of Weir, such as {@code keys create}, to its end and returns its output. */
  public String run(String... arguments) {
    ProcessBuilder command = command(target, List.of(), List.of(arguments));
    command.redirectError(folder.resolve("command-errors.txt").toFile());
    try {
      Process process = command.start();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(String.join(" ", arguments) + " failed: "
            + Files.readString(folder.resolve("command-errors.txt")).strip());
      }
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The server's data folder. */
  public Path data() {
    return folder.resolve("data");
  }

  /** Whether the process is still running. */
  public boolean isRunning() {
    return childProcess.process().isAlive();
  }

  /** The server's whole log. */
  public String log() {
    return childProcess.errors();
  }

  private void read() {
    try (BufferedReader lines = childProcess.process().inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(LISTENING)) {
          port.complete(
              Integer.valueOf(line.substring(line.lastIndexOf(':') + 1).strip()));
        } else if (line.startsWith(ROOT_KEY)) {
          key.complete(line.substring(ROOT_KEY.length()).strip());
        }
      }
      fail(new IllegalStateException("the process ended"));
    } catch (IOException e) {
      fail(new UncheckedIOException(e));
    }
  }

  private void fail(RuntimeException reason) {
    port.completeExceptionally(reason);
    key.completeExceptionally(reason);
  }

  private void await(CompletableFuture<?> announced) {
    try {
      announced.get(START_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      close();
      throw childProcess.failure("the server did not start");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String label() {
    return "Weir";
  }

  @Override
  public int port() {
    return port.join();
  }

  @Override
  public int http2Port() {
    return port.join();
  }

  @Override
  public String key() {
    return key.join();
  }

  @Override
  public ProcessUsage usage() {
    return ProcessUsage.of(childProcess.process().toHandle());
  }

  /** The CPU time that its threads have used so far. */
  public ThreadTimes threadTimes() {
    return ThreadTimes.of(childProcess.process().pid());
  }

  /** Connects to the server's JVM to read its heap figures. */
  public RemoteHeap heap() {
    return RemoteHeap.of(childProcess.process().pid());
  }

  @Override
  public void close() {
    childProcess.close();
  }
}
