// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client;

import io.weir.benchmarks.client.contender.ExpectedOutcome;
import io.weir.benchmarks.client.contender.SpringApplicationUnderTest;
import io.weir.benchmarks.client.contender.StarterContender;
import io.weir.benchmarks.client.http.StubRequest;
import io.weir.benchmarks.client.http.StubResponse;
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

/** Sends a request through a filter to an empty filter chain. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@NullUnmarked // fields are set up by the benchmark tool
public class FilterBenchmark {
  private static final int OK = 200;
  private static final int TOO_MANY_REQUESTS = 429;

  /** The limiter whose filter is measured. */
  @Param("NONE")
  public StarterContender contender;

  /** Whether the limiter allows or refuses the request. */
  @Param("ALLOW")
  public ExpectedOutcome outcome;

  private final FilterChain nowhere = (request, response) -> {};
  private SpringApplicationUnderTest springApplicationUnderTest;
  private Filter filter;

  /** Starts the application and checks every address once. Exhausts the limits if requests are to be refused. */
  @Setup
  public void start(Identifiers identifiers) throws ServletException, IOException {
    springApplicationUnderTest = SpringApplicationUnderTest.start(contender, outcome);
    filter = springApplicationUnderTest.filter();
    boolean refuses = outcome == ExpectedOutcome.REFUSE && contender.limits();
    for (String address : identifiers.keys()) {
      int first = request(address);
      int second = request(address);
      if (first != OK || second != (refuses ? TOO_MANY_REQUESTS : OK)) {
        throw new IllegalStateException(
            contender + " answers " + first + " and " + second + " to " + address);
      }
    }
    for (int i = 0; i < Warmup.CALLS; i++) {
      int unused = request(identifiers.keys()[i % identifiers.keys().length]);
    }
  }

  /** Stops the application. */
  @TearDown
  public void stop() {
    springApplicationUnderTest.close();
  }

  /** Sends one request and returns the response status. */
  @Benchmark
  public int request(Identifiers.IdentifierCursor identifierCursor)
      throws ServletException, IOException {
    return request(identifierCursor.next());
  }

  private int request(String address) throws ServletException, IOException {
    StubResponse stubResponse = new StubResponse();
    filter.doFilter(new StubRequest(address), stubResponse, nowhere);
    return stubResponse.getStatus();
  }
}
