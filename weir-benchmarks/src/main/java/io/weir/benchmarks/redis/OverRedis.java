// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis;

import io.weir.benchmarks.redis.contender.Allowance;
import io.weir.benchmarks.redis.contender.Kind;
import io.weir.benchmarks.redis.load.Keys;
import io.weir.benchmarks.redis.server.Server;
import io.weir.benchmarks.report.Report;
import java.io.PrintStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What does it cost to decide together, the callers and the Redis? */
public final class OverRedis {
  static final int MANY = 10_000;

  /** Enough where a figure does not depend on how many there are. */
  static final int SOME = 1_000;

  private static final Duration WINDOW = Duration.ofMinutes(1);

  /** Nobody reaches it, and nobody overflows: Bucket4j takes at most one token per nanosecond. */
  private static final Allowance HEAD_ROOM = new Allowance(5_000_000_000L, WINDOW);

  private static final Allowance TIGHT = new Allowance(100, Duration.ofSeconds(2));

  private OverRedis() {}

  /** Measures all of it on one server. */
  public static Report run(boolean quick, PrintStream progress) {
    Findings findings = new Findings(progress);
    Rhythm rhythm = Rhythm.of(quick);
    System.setProperty(
        "slf4j.internal.verbosity", "ERROR"); // what Redisson logs is not read by anybody
    try (Server server = Server.open()) {
      Contest contest = new Contest(server, findings, rhythm);
      Map<Contest.Setting, Map<Kind, Standing>> roomy = new LinkedHashMap<>();
      for (Keys keys : List.of(Keys.of(1), Keys.of(MANY))) {
        String label = keys.count() == 1 ? "one hot key" : "10,000 keys";
        Contest.Setting setting = new Contest.Setting(label, keys, HEAD_ROOM, true);
        roomy.put(setting, contest.run(setting));
      }
      Speed.report(roomy, findings, server.version());
      Traffic traffic = new Traffic(server, findings, rhythm);
      traffic.report(roomy, new Contest.Setting("a key at its limit", Keys.of(1), TIGHT, false));
      traffic.reportCurve(HEAD_ROOM);
      traffic.reportCpu(roomy);
      new Footprint(server, findings).report();
    }
    return findings.report();
  }
}
