// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation.honest;

import io.weir.benchmarks.server.load.Caller;
import io.weir.benchmarks.server.load.Post;
import io.weir.benchmarks.server.load.Schedule;
import java.io.IOException;

/** Sets an override of the honest workspace again and again, on a new connection each time. */
final class OverrideChanges implements Schedule.Client {
  private static final int TIMEOUT_MILLIS = 10_000;
  private static final int OK = 200;

  private final Post post;
  private Failures failures = Failures.none();

  OverrideChanges(Post post) {
    this.post = post;
  }

  /** Before a phase: nothing has failed yet. */
  void begin() {
    failures = Failures.none();
  }

  /** Changes of this phase that were not confirmed. */
  Failures failures() {
    return failures;
  }

  @Override
  public Schedule.Exchange next(long sequence) {
    byte[] request = post.request("{\"namespace\":\"honest\",\"identifier\":\"vip-" + sequence % 10
        + "\",\"limit\":" + (10 + sequence) + ",\"duration\":60000}");
    return () -> {
      try (Caller caller = new Caller(post.port(), TIMEOUT_MILLIS)) {
        Caller.Reply reply = caller.send(request);
        if (reply.status() != OK) {
          failures.add(reply);
        }
      } catch (IOException e) {
        failures.add(e);
      }
    };
  }
}
