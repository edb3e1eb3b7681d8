// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client;

import io.weir.benchmarks.client.contender.Application;
import io.weir.benchmarks.client.contender.Contender;
import io.weir.benchmarks.client.contender.Outcome;
import io.weir.benchmarks.client.http.Request;
import io.weir.benchmarks.client.http.Response;
import io.weir.benchmarks.trial.Identifiers;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import java.io.IOException;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A request on its way through a filter to nowhere. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@NullUnmarked // fields are set up by the benchmark tool
public class FilterBenchmark {
  private static final int OK = 200;
  private static final int TOO_MANY_REQUESTS = 429;

  /** Whose filter. */
  @Param("NONE")
  public Contender contender;

  /** What it answers. */
  @Param("ALLOW")
  public Outcome outcome;

  private final FilterChain nowhere = (request, response) -> {};
  private Application application;
  private Filter filter;

  /** Starts the application and makes every address known, and exhausts its limit if it is to be refused. */
  @Setup
  public void start(Identifiers identifiers) throws ServletException, IOException {
    application = Application.start(contender, outcome);
    filter = application.filter();
    boolean refuses = outcome == Outcome.REFUSE && contender.limits();
    for (String address : identifiers.keys()) {
      int first = request(address);
      int second = request(address);
      if (first != OK || second != (refuses ? TOO_MANY_REQUESTS : OK)) {
        throw new IllegalStateException(
            contender + " answers " + first + " and " + second + " to " + address);
      }
    }
    for (int i = 0; i < Warmth.CALLS; i++) {
      int unused = request(identifiers.keys()[i % identifiers.keys().length]);
    }
  }

  /** Stops the application. */
  @TearDown
  public void stop() {
    application.close();
  }

  /** One request, and what was answered. */
  @Benchmark
  public int request(Identifiers.Cursor cursor) throws ServletException, IOException {
    return request(cursor.next());
  }

  private int request(String address) throws ServletException, IOException {
    Response response = new Response();
    filter.doFilter(new Request(address), response, nowhere);
    return response.getStatus();
  }
}
