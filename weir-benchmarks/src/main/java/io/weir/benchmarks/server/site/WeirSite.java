// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server.site;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Weir's server as {@code ./weir serve} starts it, in a process of its own, with no settings but a port and a folder. */
public final class WeirSite implements Site {
  private static final String LISTENING = "listening http://";
  private static final String ROOT_KEY = "root-key ";
  private static final long START_SECONDS = 60;

  private final Child child;
  private final CompletableFuture<Integer> port = new CompletableFuture<>();
  private final CompletableFuture<String> key = new CompletableFuture<>();

  private WeirSite(Child child) {
    this.child = child;
    Thread reader = new Thread(this::read, "weir-output");
    reader.setDaemon(true);
    reader.start();
  }

  /** Where the launcher says that the server was built, if it does and it was. */
  public static Optional<Path> built() {
    return Optional.ofNullable(System.getProperty("weir.server"))
        .map(Path::of)
        .filter(target -> Files.isDirectory(target.resolve("lib")));
  }

  /** Starts one that has never run in this folder, and waits until it listens. */
  public static WeirSite first(Path target, Path folder) {
    WeirSite site = start(target, folder);
    site.await(site.port);
    site.await(site.key);
    return site;
  }

  /** Starts one where another has run before and left its key. */
  public static WeirSite again(Path target, Path folder, String key) {
    WeirSite site = start(target, folder);
    site.key.complete(key);
    site.await(site.port);
    return site;
  }

  private static WeirSite start(Path target, Path folder) {
    String classPath =
        target.resolve("*") + File.pathSeparator + target.resolve("lib").resolve("*");
    ProcessBuilder command = new ProcessBuilder(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xshare:auto",
        "-cp",
        classPath,
        "io.weir.server.Main",
        "serve",
        "--port",
        "0",
        "--data",
        folder.resolve("data").toString());
    command.environment().keySet().removeIf(name -> name.startsWith("WEIR_"));
    return new WeirSite(Child.start(command, folder));
  }

  private void read() {
    try (BufferedReader lines = child.process().inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(LISTENING)) {
          port.complete(
              Integer.valueOf(line.substring(line.lastIndexOf(':') + 1).strip()));
        } else if (line.startsWith(ROOT_KEY)) {
          key.complete(line.substring(ROOT_KEY.length()).strip());
        }
      }
      fail(new IllegalStateException("it ended"));
    } catch (IOException e) {
      fail(new UncheckedIOException(e));
    }
  }

  private void fail(RuntimeException reason) {
    port.completeExceptionally(reason);
    key.completeExceptionally(reason);
  }

  private void await(CompletableFuture<?> word) {
    try {
      word.get(START_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      close();
      throw child.failure("the server did not start");
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
  public Usage usage() {
    return Usage.of(child.process().toHandle());
  }

  /** What its threads have used so far. */
  public ThreadTimes threadTimes() {
    return ThreadTimes.of(child.process().pid());
  }

  /** Looks into its heap. */
  public Heap heap() {
    return Heap.of(child.process().pid());
  }

  @Override
  public void close() {
    child.close();
  }
}
