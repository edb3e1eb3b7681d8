// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.fleet;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A {@link WorkerMain} in a separate JVM, controlled by the test. Not thread-safe. */
final class WorkerProcess implements AutoCloseable {
  /** Longer than any command takes, also on an overloaded machine. */
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** The process ends with its input; it has nothing left to do by then. */
  private static final Duration END = Duration.ofSeconds(5);

  /** Nine of them must share two cores: little memory, one collector thread, and only the fast compiler. */
  private static final List<String> THRIFT = List.of(
      "-Xmx64m",
      "-XX:+UseSerialGC",
      "-XX:TieredStopAtLevel=1",
      "-XX:CICompilerCount=1",
      "-Xshare:auto");

  private final Process process;
  private final BufferedWriter orders;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private final Queue<String> otherOutput = new ConcurrentLinkedQueue<>();

  private WorkerProcess(Process process) {
    this.process = process;
    this.orders = process.outputWriter(StandardCharsets.UTF_8);
    Thread listener = new Thread(this::listen, "worker-" + process.pid());
    listener.setDaemon(true);
    listener.start();
  }

  static WorkerProcess start() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(THRIFT);
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), WorkerMain.class.getName()));
    try {
      return new WorkerProcess(
          new ProcessBuilder(command).redirectErrorStream(true).start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void listen() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        boolean isAnswer =
            line.startsWith(WorkerMain.ANSWER) || line.startsWith(WorkerMain.FAILURE);
        (isAnswer ? answers : otherOutput).add(line);
      }
    } catch (IOException e) {
      otherOutput.add("unreadable from here on: " + e);
    }
  }

  /** Sends a command without waiting for its answer. */
  void send(String command) {
    try {
      orders.write(command);
      orders.newLine();
      orders.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(command + " could not be sent; " + output(), e);
    }
  }

  /** Returns the answer to the oldest command that is not answered yet. */
  String answer() {
    String answer = null;
    try {
      answer = answers.poll(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (answer == null || answer.startsWith(WorkerMain.FAILURE)) {
      throw new IllegalStateException("answered " + answer + "; " + output());
    }
    return answer.substring(WorkerMain.ANSWER.length());
  }

  String ask(String command) {
    send(command);
    return answer();
  }

  /** Kills the process with SIGKILL, and waits until it has ended. */
  void kill() {
    process.destroyForcibly();
    if (!hasEndedWithin(END)) {
      throw new IllegalStateException("process " + process.pid() + " survived a kill");
    }
  }

  private boolean hasEndedWithin(Duration timeout) {
    try {
      return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Returns what the process printed besides its answers: warnings and stack traces. */
  String output() {
    return "process " + process.pid() + " wrote:\n" + String.join("\n", otherOutput);
  }

  /** Lets the process end by itself, and kills it if it does not. */
  @Override
  public void close() {
    try {
      orders.close();
    } catch (IOException e) {
      otherOutput.add("ended before it was closed: " + e);
    }
    if (!hasEndedWithin(END)) {
      kill();
    }
  }
}
