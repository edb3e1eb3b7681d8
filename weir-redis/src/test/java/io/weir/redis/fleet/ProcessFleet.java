// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RequiredServers;
import io.weir.time.EpochClock;
import io.weir.time.NanoClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Several processes of one region, and the test's own connection to the Redis that they share. */
final class ProcessFleet implements AutoCloseable {
  /** Views older than a second are refreshed. The rest is tolerance for an overloaded machine. */
  private static final Duration QUIESCENCE = Duration.ofSeconds(20);

  /** Heartbeats are two seconds apart and last for ten. */
  static final Duration COUNTING = Duration.ofSeconds(20);

  /** Long enough for a command to reach every process before its start time. */
  private static final long LEAD_MILLIS = 100;

  private static final long PAUSE_NANOS = 20_000_000;
  private static final int PINGS = 101;

  private final String prefix = "f-" + UUID.randomUUID();
  private final String uri;
  private final RedisConsole console;
  private final List<WorkerProcess> workers = new ArrayList<>();

  private ProcessFleet(String uri) {
    this.uri = uri;
    this.console = RedisConsole.connect(uri);
  }

  /** Starts this many JVMs. Their engines are not open yet. */
  static ProcessFleet start(int size) {
    ProcessFleet fleet = new ProcessFleet(RequiredServers.redis());
    for (int i = 0; i < size; i++) {
      fleet.workers.add(WorkerProcess.start());
    }
    return fleet;
  }

  /** Starts this many JVMs with engines that know of each other. */
  static ProcessFleet open(int size) {
    ProcessFleet fleet = start(size);
    try {
      fleet.open();
      fleet.awaitProcesses(size);
      return fleet;
    } catch (RuntimeException | AssertionError e) {
      fleet.close();
      throw e;
    }
  }

  void open() {
    askAll("open " + uri + " " + prefix);
  }

  /** Opens the engines and starts traffic on all of them at the same moment. */
  List<CheckTotals> openAndPace(SharedBudget sharedBudget, long checks, long rate) {
    workers.forEach(worker -> worker.send("open " + uri + " " + prefix));
    workers.forEach(worker -> worker.send(paceOrder(sharedBudget, checks, rate) + " 0"));
    workers.forEach(WorkerProcess::answer);
    return workers.stream().map(worker -> CheckTotals.parse(worker.answer())).toList();
  }

  /** Waits until every process counts this many, and fails if one does not. */
  void awaitProcesses(int expected) {
    List<String> counted = askAll("processes " + expected + " " + COUNTING.toMillis());
    assertThat(counted).as(this::output).containsOnly(Integer.toString(expected));
  }

  /** Lets every process send this many checks at this rate, all from the same instant on. */
  List<CheckTotals> pace(SharedBudget sharedBudget, long checks, long rate) {
    long start = EpochClock.system().epochMillis() + LEAD_MILLIS;
    return tallies(paceOrder(sharedBudget, checks, rate) + " " + start);
  }

  private static String paceOrder(SharedBudget sharedBudget, long checks, long rate) {
    return "pace " + sharedBudget + " " + checks + " " + rate;
  }

  /** Lets every process send this many checks as fast as it can. */
  List<CheckTotals> spend(SharedBudget sharedBudget, long checks) {
    return tallies("spend " + sharedBudget + " " + checks);
  }

  /** Sends a command to all processes and returns their totals. */
  List<CheckTotals> tallies(String command) {
    return askAll(command).stream().map(CheckTotals::parse).toList();
  }

  List<String> askAll(String command) {
    sendToAll(command);
    return answers();
  }

  void sendToAll(String command) {
    workers.forEach(worker -> worker.send(command));
  }

  List<String> answers() {
    return workers.stream().map(WorkerProcess::answer).toList();
  }

  /** Waits until every process and Redis have the correct sum, and fails if any of them ends with another one. */
  void assertEverybodyKnows(SharedBudget sharedBudget, long expectedSum) {
    boolean unused =
        until(QUIESCENCE, () -> views(sharedBudget).stream().allMatch(view -> view == expectedSum));
    assertThat(inRedis(sharedBudget)).as(this::output).isEqualTo(expectedSum);
    assertThat(views(sharedBudget)).as(this::output).containsOnly(expectedSum);
  }

  private List<Long> views(SharedBudget sharedBudget) {
    return askAll("view " + sharedBudget.unlimited()).stream()
        .map(Long::valueOf)
        .toList();
  }

  /** Returns the sum over all fields of the budget's cells. */
  long inRedis(SharedBudget sharedBudget) {
    long sum = 0;
    for (Object cell :
        list(console.call("KEYS", prefix + ":*" + sharedBudget.identifier() + "}:*"))) {
      List<?> fields = list(console.call("HGETALL", cell.toString()));
      for (int i = 1; i < fields.size(); i += 2) {
        sum += Long.parseLong(fields.get(i).toString());
      }
    }
    return sum;
  }

  /** Returns how many processes Redis counts, including dead ones whose lease has not expired. */
  long processesInRedis() {
    return Long.parseLong(console.text("ZCARD", prefix + ":1:{processes}"));
  }

  private static List<?> list(@Nullable Object reply) {
    return (List<?>) Objects.requireNonNull(reply);
  }

  /** Returns the median duration of a round trip to Redis. */
  Duration roundTrip() {
    NanoClock clock = NanoClock.system();
    List<Long> nanos = new ArrayList<>();
    for (int i = 0; i < PINGS; i++) {
      long start = clock.nanoTime();
      console.call("PING");
      nanos.add(clock.nanoTime() - start);
    }
    Collections.sort(nanos);
    return Duration.ofNanos(nanos.get(PINGS / 2));
  }

  /** Returns whether the condition became true in time. */
  static boolean until(Duration timeout, BooleanSupplier condition) {
    NanoClock clock = NanoClock.system();
    long start = clock.nanoTime();
    while (!condition.getAsBoolean()) {
      if (clock.nanoTime() - start > timeout.toNanos()) {
        return false;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return true;
  }

  int size() {
    return workers.size();
  }

  WorkerProcess worker(int index) {
    return workers.get(index);
  }

  /** Removes a process from the fleet, so that the test can query, close and kill it separately. */
  WorkerProcess release(int index) {
    return workers.remove(index);
  }

  String output() {
    return String.join("\n", workers.stream().map(WorkerProcess::output).toList());
  }

  /** Ends all processes; their latest admissions may be lost. */
  @Override
  public void close() {
    workers.forEach(WorkerProcess::close);
    console.close();
  }
}
