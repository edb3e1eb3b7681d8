// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.fleet.rig;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.Calls;
import io.weir.server.rig.Reply;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.weir.ServerProcess;
import io.weir.time.NanoClock;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/** What answers said was admitted of one subject, to hold the views of servers against. */
public final class Truth {
  private static final long STEP_MILLIS = 200;

  private final String subject;
  private final long limit;
  private final AtomicLong admitted = new AtomicLong();

  /** Units of requests that were sent and not answered: admitted or not. */
  private final AtomicLong unknown = new AtomicLong();

  public Truth(String subject, long limit) {
    this.subject = subject;
    this.limit = limit;
  }

  /** Spends at a server, which must admit it. */
  public void spend(ServerProcess server, long cost) {
    Reply reply = Calls.spend(Servers.wire(server), subject, limit, cost);
    assertThat(reply.passed())
        .as("%s of %s, admitted so far: %s: %s", cost, limit, admitted, reply.text())
        .isTrue();
    admitted.addAndGet(cost);
  }

  /** Spends one unit at a server that may be about to end, if the limit allows. */
  public void trySpend(ServerProcess server) {
    try {
      if (Calls.spend(Servers.wire(server), subject, limit, 1).passed()) {
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

  /** What each server counts. */
  public String views(List<ServerProcess> servers) {
    return servers.stream()
        .map(each -> Long.toString(view(each)))
        .collect(Collectors.joining(", "));
  }

  private long view(ServerProcess server) {
    return Calls.spent(Servers.wire(server), subject, limit);
  }

  private boolean isSeenBy(ServerProcess server) {
    long view = view(server);
    return admitted.get() <= view && view <= admitted.get() + unknown.get();
  }

  /** Returns when all servers count what was admitted. */
  public void awaitSeenBy(List<ServerProcess> servers) {
    Eventually.until(() -> wrong(servers), () -> servers.stream().allMatch(this::isSeenBy));
  }

  /** Fails if a server's count differs from what was admitted within this time. Nobody may spend meanwhile. */
  public void staysSeenBy(List<ServerProcess> servers, Duration length) {
    long start = NanoClock.system().nanoTime();
    while (NanoClock.system().nanoTime() - start < length.toNanos()) {
      assertThat(servers).as(() -> wrong(servers)).allMatch(this::isSeenBy);
      Eventually.letPass(STEP_MILLIS);
    }
  }

  private String wrong(List<ServerProcess> servers) {
    return subject + ": admitted were " + admitted + " and " + unknown
        + " without an answer, but servers count " + views(servers);
  }
}
