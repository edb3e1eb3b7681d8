// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server.load;

import io.weir.benchmarks.server.site.MeasuredServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;

/**
 * Load at a fixed rate. Each request has its instant, fixed beforehand, and is timed from then: a server that makes callers
 * wait does not make them ask less.
 *
 * @param perSecond requests of all connections together
 * @param millis for how long
 */
public record FixedRateLoad(int perSecond, long millis) {
  private static final int CONNECTIONS = 16;

  /** The first part of a run is not counted: connections and compilers begin. */
  private static final double WARMING = 0.25;

  /** Whoever sends the requests of one connection, one after the other. */
  @FunctionalInterface
  public interface Client {
    /** Prepares the request with this number before its instant, and returns what sends it and waits for the answer. */
    Exchange next(long sequence);
  }

  /** A request that is ready to be sent. */
  @FunctionalInterface
  public interface Exchange {
    /** Sends it and waits for the answer. */
    void perform() throws IOException;
  }

  /** Nanoseconds from each request's instant to the end of its answer. */
  public long[] run(MeasuredServer measuredServer, LoadQuestion loadQuestion) {
    List<LoadConnection> callers = new ArrayList<>();
    try {
      List<Client> clients = new ArrayList<>();
      RequestTemplate requestTemplate = loadQuestion.post(measuredServer);
      for (int i = 0; i < CONNECTIONS; i++) {
        LoadConnection loadConnection = new LoadConnection(measuredServer);
        callers.add(loadConnection);
        clients.add(sequence -> {
          int identifier = (int) (sequence % loadQuestion.identifiers()) + 1;
          byte[] request = requestTemplate.request(loadQuestion.body(identifier));
          return () -> {
            String unused = loadConnection.ask(request);
          };
        });
      }
      return run(clients).stream().flatMapToLong(FixedRateLoad::warm).toArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      callers.forEach(FixedRateLoad::close);
    }
  }

  private static LongStream warm(long[] times) {
    return LongStream.of(times).skip((long) (times.length * WARMING));
  }

  private static void close(LoadConnection loadConnection) {
    try {
      loadConnection.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Nanoseconds from each request's instant to the end of its answer, per client. Clients take turns. */
  public List<long[]> run(List<? extends Client> clients) {
    ExecutorService threads = Executors.newFixedThreadPool(clients.size());
    try {
      long begins = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(100);
      List<Future<long[]>> running = new ArrayList<>();
      for (int i = 0; i < clients.size(); i++) {
        DueTimes dueTimes = new DueTimes(begins, i, clients.size());
        Client client = clients.get(i);
        running.add(threads.submit(() -> pace(client, dueTimes)));
      }
      List<long[]> times = new ArrayList<>();
      for (Future<long[]> each : running) {
        times.add(each.get());
      }
      return times;
    } catch (ExecutionException e) {
      throw new IllegalStateException("a client thread failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      threads.shutdownNow();
    }
  }

  /** Which of all requests are one client's. */
  private record DueTimes(long begins, int first, int step) {}

  private long[] pace(Client client, DueTimes dueTimes) throws IOException {
    long gap = TimeUnit.SECONDS.toNanos(1) / perSecond;
    int requests = (int) (millis * perSecond / 1_000 / dueTimes.step());
    long[] times = new long[requests];
    for (int i = 0; i < requests; i++) {
      long sequence = (long) i * dueTimes.step() + dueTimes.first();
      Exchange exchange = client.next(sequence);
      long due = dueTimes.begins() + sequence * gap;
      for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
        LockSupport.parkNanos(this, left);
      }
      exchange.perform();
      times[i] = System.nanoTime() - due;
    }
    return times;
  }
}
