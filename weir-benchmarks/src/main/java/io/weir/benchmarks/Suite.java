// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks;

import io.weir.benchmarks.client.Overheads;
import io.weir.benchmarks.clock.Clocks;
import io.weir.benchmarks.crash.StoreCrashes;
import io.weir.benchmarks.decisions.Decisions;
import io.weir.benchmarks.growth.Growth;
import io.weir.benchmarks.ledger.OverLedger;
import io.weir.benchmarks.local.EmbeddedDatabases;
import io.weir.benchmarks.memory.Memory;
import io.weir.benchmarks.redis.OverRedis;
import io.weir.benchmarks.report.Report;
import io.weir.benchmarks.server.LocalStore;
import io.weir.benchmarks.server.OverHttp;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What can be measured, by the name it is asked for with. */
enum Suite {
  DECISIONS("nanoseconds and bytes per decision, next to other limiters") {
    @Override
    Report run(Arguments arguments, PrintStream progress) {
      return Decisions.run(arguments.quick(), progress);
    }
  },
  CLOCK("what reading a clock costs, and how late the coarse one is") {
    @Override
    Report run(Arguments arguments, PrintStream progress) {
      return Clocks.run(arguments.quick(), progress);
    }
  },
  MEMORY("bytes per subject, next to other limiters; --verbose shows layouts") {
    @Override
    Report run(Arguments arguments, PrintStream progress) {
      return Memory.run(arguments.verbose(), progress);
    }
  },
  GROWTH("cost per decision and per agents' step, from 10 thousand to 10 million subjects") {
    @Override
    Report run(Arguments arguments, PrintStream progress) {
      return Growth.run(arguments.quick(), progress);
    }
  },
  REDIS("decisions over a real Redis and what they cost it, next to other limiters") {
    @Override
    Report run(Arguments arguments, PrintStream progress) {
      return OverRedis.run(arguments.quick(), progress);
    }
  },
  LEDGER("what convergence between regions costs a real database, and how quick it is, by policy") {
    @Override
    Report run(Arguments arguments, PrintStream progress) {
      return OverLedger.run(arguments.quick(), progress);
    }
  },
  STORE("what counts in a file of one process cost, in SQLite and in H2") {
    @Override
    Report run(Arguments arguments, PrintStream progress) {
      return EmbeddedDatabases.run(arguments.quick(), progress);
    }
  },
  SERVER("requests per processor second of the server, latency, size and start, next to nginx") {
    @Override
    Report run(Arguments arguments, PrintStream progress) {
      return OverHttp.run(arguments.quick(), progress);
    }
  },
  CLIENT(
      "what a filter and an annotation add in a Spring Boot application, next to other starters") {
    @Override
    Report run(Arguments arguments, PrintStream progress) {
      return Overheads.run(arguments.quick(), progress);
    }
  },
  LOCAL_STORE("how much of a lone server's processor time its embedded database takes") {
    @Override
    Report run(Arguments arguments, PrintStream progress) {
      return LocalStore.run(arguments.quick(), progress);
    }
  },
  CRASH("which embedded databases keep every confirmed commit when their process is killed") {
    @Override
    Report run(Arguments arguments, PrintStream progress) {
      return StoreCrashes.run(arguments.quick(), progress);
    }
  };

  private final String summary;

  Suite(String summary) {
    this.summary = summary;
  }

  abstract Report run(Arguments arguments, PrintStream progress);

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
