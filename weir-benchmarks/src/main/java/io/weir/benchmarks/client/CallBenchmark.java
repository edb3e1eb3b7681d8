// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client;

import io.weir.benchmarks.client.contender.ExpectedOutcome;
import io.weir.benchmarks.client.contender.LimitedCalls;
import io.weir.benchmarks.client.contender.SpringApplicationUnderTest;
import io.weir.benchmarks.client.contender.StarterContender;
import io.weir.benchmarks.trial.Identifiers;
import java.util.function.Supplier;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Calls an annotated method that does nothing. A refusal is an exception, which the caller catches. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@NullUnmarked // fields are set up by the benchmark tool
public class CallBenchmark {
  /** The limiter whose annotation is measured. */
  @Param("NONE")
  public StarterContender contender;

  /** Whether the limiter allows or refuses the call. */
  @Param("ALLOW")
  public ExpectedOutcome outcome;

  private SpringApplicationUnderTest springApplicationUnderTest;
  private LimitedCalls limitedCalls;

  /** Starts the application and checks every customer once. Exhausts all limits if calls are to be refused. */
  @Setup
  public void start(Identifiers identifiers) {
    springApplicationUnderTest = SpringApplicationUnderTest.start(contender, outcome);
    limitedCalls = springApplicationUnderTest.offer();
    verify(() -> shared("anybody"));
    for (String customer : identifiers.keys()) {
      verify(() -> own(customer));
    }
    for (int i = 0; i < Warmup.CALLS; i++) {
      Object unusedShared = shared("anybody");
      Object unusedOwn = own(identifiers.keys()[i % identifiers.keys().length]);
    }
  }

  private void verify(Supplier<Object> call) {
    boolean refuses = outcome == ExpectedOutcome.REFUSE && contender.limits();
    Object first = call.get();
    Object second = call.get();
    if (first instanceof RuntimeException || second instanceof RuntimeException != refuses) {
      throw new IllegalStateException(contender + " answers " + first + " and " + second);
    }
  }

  /** Stops the application. */
  @TearDown
  public void stop() {
    springApplicationUnderTest.close();
  }

  /** A call under one limit that all customers share. */
  @Benchmark
  public Object shared(Identifiers.IdentifierCursor identifierCursor) {
    return shared(identifierCursor.next());
  }

  /** A call under a limit per customer. */
  @Benchmark
  public Object own(Identifiers.IdentifierCursor identifierCursor) {
    return own(identifierCursor.next());
  }

  private Object shared(String customer) {
    try {
      return limitedCalls.shared(customer);
    } catch (RuntimeException refused) {
      return refused;
    }
  }

  private Object own(String customer) {
    try {
      return limitedCalls.own(customer);
    } catch (RuntimeException refused) {
      return refused;
    }
  }
}
