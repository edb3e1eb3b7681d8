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
 * Generates load at a fixed rate. Each request has a due time, fixed in advance, and is timed from then: a server that
 * makes callers wait does not reduce the request rate.
 *
 * @param perSecond requests per second of all connections together
 * @param millis the length of the load
 */
public record FixedRateLoad(int perSecond, long millis) {
  private static final int CONNECTIONS = 16;

  /** The first part of a run is not counted: connections are being opened and code is being compiled. */
  private static final double WARMING = 0.25;

  /** Sends the requests of one connection sequentially. */
  @FunctionalInterface
  public interface Client {
    /** Prepares the request with this number before its due time, and returns an exchange that sends it. */
    Exchange next(long sequence);
  }

  /** A request that is ready to be sent. */
  @FunctionalInterface
  public interface Exchange {
    /** Sends the request and waits for the answer. */
    void perform() throws IOException;
  }

  /** Returns the time from each request's due time to the end of its answer, in nanoseconds. */
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

  /**
   * Returns the time from each request's due time to the end of its answer, in nanoseconds, per client. Clients take
   * turns.
   */
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

  /** The due times of one client's requests. */
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
