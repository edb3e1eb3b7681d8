// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks;

import io.weir.benchmarks.client.CallOverhead;
import io.weir.benchmarks.clock.ClockSuite;
import io.weir.benchmarks.crash.StoreCrashes;
import io.weir.benchmarks.decisions.DecisionSuite;
import io.weir.benchmarks.growth.GrowthSuite;
import io.weir.benchmarks.isolation.IsolationSettings;
import io.weir.benchmarks.isolation.IsolationSuite;
import io.weir.benchmarks.ledger.OverLedger;
import io.weir.benchmarks.local.StoreSuite;
import io.weir.benchmarks.memory.MemorySuite;
import io.weir.benchmarks.redis.RedisSuite;
import io.weir.benchmarks.report.SuiteReport;
import io.weir.benchmarks.server.LocalStoreSuite;
import io.weir.benchmarks.server.ServerSuite;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The benchmark suites, by the name that the user passes. */
enum Suite {
  DECISIONS("nanoseconds and bytes per decision, compared with other limiters") {
    @Override
    SuiteReport run(Arguments arguments, PrintStream progress) {
      return DecisionSuite.run(arguments.quick(), progress);
    }
  },
  CLOCK("what reading a clock costs, and how far the coarse clock lags") {
    @Override
    SuiteReport run(Arguments arguments, PrintStream progress) {
      return ClockSuite.run(arguments.quick(), progress);
    }
  },
  MEMORY("bytes per subject, compared with other limiters; --verbose shows layouts") {
    @Override
    SuiteReport run(Arguments arguments, PrintStream progress) {
      return MemorySuite.run(arguments.verbose(), progress);
    }
  },
  GROWTH("cost per decision and per agent step, from 10 thousand to 10 million subjects") {
    @Override
    SuiteReport run(Arguments arguments, PrintStream progress) {
      return GrowthSuite.run(arguments.quick(), progress);
    }
  },
  REDIS("decisions with a real Redis and their cost in Redis, compared with other limiters") {
    @Override
    SuiteReport run(Arguments arguments, PrintStream progress) {
      return RedisSuite.run(arguments.quick(), progress);
    }
  },
  LEDGER("what convergence between regions costs a real database, and how fast it is, by policy") {
    @Override
    SuiteReport run(Arguments arguments, PrintStream progress) {
      return OverLedger.run(arguments.quick(), progress);
    }
  },
  STORE("cost of storing counts in an embedded database, for SQLite and H2") {
    @Override
    SuiteReport run(Arguments arguments, PrintStream progress) {
      return StoreSuite.run(arguments.quick(), progress);
    }
  },
  SERVER(
      "requests per CPU second of the server, latency, memory and startup time, compared with nginx") {
    @Override
    SuiteReport run(Arguments arguments, PrintStream progress) {
      return ServerSuite.run(arguments.quick(), progress);
    }
  },
  CLIENT(
      "overhead of a filter and an annotation in a Spring Boot application, compared with other starters") {
    @Override
    SuiteReport run(Arguments arguments, PrintStream progress) {
      return CallOverhead.run(arguments.quick(), progress);
    }
  },
  LOCAL_STORE("share of a single server's CPU time that its embedded database takes") {
    @Override
    SuiteReport run(Arguments arguments, PrintStream progress) {
      return LocalStoreSuite.run(arguments.quick(), progress);
    }
  },
  CRASH("which embedded databases keep every confirmed commit when their process is killed") {
    @Override
    SuiteReport run(Arguments arguments, PrintStream progress) {
      return StoreCrashes.run(arguments.quick(), progress);
    }
  },
  ISOLATION("what an honest client notices while others attack the server") {
    @Override
    SuiteReport run(Arguments arguments, PrintStream progress) {
      return IsolationSuite.run(settings(arguments), progress);
    }

    @Override
    List<String> faults(Arguments arguments) {
      return IsolationSettings.faults(arguments.settings());
    }

    private IsolationSettings settings(Arguments arguments) {
      return IsolationSettings.parse(arguments.settings(), arguments.quick(), arguments.verbose());
    }

    @Override
    String help() {
      return IsolationSettings.HELP;
    }
  };

  private final String summary;

  Suite(String summary) {
    this.summary = summary;
  }

  abstract SuiteReport run(Arguments arguments, PrintStream progress);

  /** The errors in the options that only some suites accept. */
  List<String> faults(Arguments arguments) {
    return arguments.settings().keySet().stream()
        .sorted()
        .map(option -> label() + " does not take " + option)
        .toList();
  }

  /** The help text of the suite's own options; empty if it has none. */
  String help() {
    return "";
  }

  static Optional<Suite> named(String name) {
    return Stream.of(values()).filter(suite -> suite.label().equals(name)).findAny();
  }

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  String summary() {
    return summary;
  }
}
