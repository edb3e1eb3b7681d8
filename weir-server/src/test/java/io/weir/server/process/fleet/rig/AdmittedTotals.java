// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.fleet.rig;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.ServerCalls;
import io.weir.server.rig.ApiReply;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.weir.WeirProcess;
import io.weir.time.NanoClock;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/** The units of one subject that were admitted according to responses, to compare with the servers' counts. */
public final class AdmittedTotals {
  private static final long STEP_MILLIS = 200;

  private final String subject;
  private final long limit;
  private final AtomicLong admitted = new AtomicLong();

  /** Units of requests without a response: admitted or not. */
  private final AtomicLong unknown = new AtomicLong();

  public AdmittedTotals(String subject, long limit) {
    this.subject = subject;
    this.limit = limit;
  }

  /** Spends at a server, which must admit it. */
  public void spend(WeirProcess server, long cost) {
    ApiReply apiReply = ServerCalls.spend(ServerFleet.wire(server), subject, limit, cost);
    assertThat(apiReply.passed())
        .as("%s of %s, admitted so far: %s: %s", cost, limit, admitted, apiReply.text())
        .isTrue();
    admitted.addAndGet(cost);
  }

  /** Spends one unit at a server that may be about to stop, if the limit allows. */
  public void trySpend(WeirProcess server) {
    try {
      if (ServerCalls.spend(ServerFleet.wire(server), subject, limit, 1).passed()) {
        admitted.incrementAndGet();
      }
    } catch (UncheckedIOException e) {
      if (!(e.getCause() instanceof ConnectException)) {
        unknown.incrementAndGet();
      }
    }
  }

  public long admitted() {
    return admitted.get();
  }

  /** Returns the count of each server. */
  public String views(List<WeirProcess> servers) {
    return servers.stream()
        .map(each -> Long.toString(view(each)))
        .collect(Collectors.joining(", "));
  }

  private long view(WeirProcess server) {
    return ServerCalls.spent(ServerFleet.wire(server), subject, limit);
  }

  private boolean isSeenBy(WeirProcess server) {
    long view = view(server);
    return admitted.get() <= view && view <= admitted.get() + unknown.get();
  }

  /** Waits until all servers count what was admitted. */
  public void awaitSeenBy(List<WeirProcess> servers) {
    Eventually.until(() -> wrong(servers), () -> servers.stream().allMatch(this::isSeenBy));
  }

  /** Fails if a server's count differs from what was admitted within this time. No check may be made meanwhile. */
  public void staysSeenBy(List<WeirProcess> servers, Duration length) {
    long start = NanoClock.system().nanoTime();
    while (NanoClock.system().nanoTime() - start < length.toNanos()) {
      assertThat(servers).as(() -> wrong(servers)).allMatch(this::isSeenBy);
      Eventually.waitMillis(STEP_MILLIS);
    }
  }

  private String wrong(List<WeirProcess> servers) {
    return subject + ": admitted were " + admitted + " and " + unknown
        + " without an answer, but servers count " + views(servers);
  }
}
