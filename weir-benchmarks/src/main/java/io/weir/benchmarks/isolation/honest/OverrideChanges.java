// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation.honest;

import io.weir.benchmarks.server.load.FixedRateLoad;
import io.weir.benchmarks.server.load.LoadConnection;
import io.weir.benchmarks.server.load.RequestTemplate;
import java.io.IOException;

/** Sets an override of the honest workspace repeatedly, each time on a new connection. */
final class OverrideChanges implements FixedRateLoad.Client {
  private static final int TIMEOUT_MILLIS = 10_000;
  private static final int OK = 200;

  private final RequestTemplate requestTemplate;
  private Failures failures = Failures.none();

  OverrideChanges(RequestTemplate requestTemplate) {
    this.requestTemplate = requestTemplate;
  }

  /** Starts a phase without failures. */
  void begin() {
    failures = Failures.none();
  }

  /** The changes of this phase that were not confirmed. */
  Failures failures() {
    return failures;
  }

  @Override
  public FixedRateLoad.Exchange next(long sequence) {
    byte[] request = requestTemplate.request("{\"namespace\":\"honest\",\"identifier\":\"vip-"
        + sequence % 10 + "\",\"limit\":" + (10 + sequence) + ",\"duration\":60000}");
    return () -> {
      try (LoadConnection loadConnection =
          new LoadConnection(requestTemplate.port(), TIMEOUT_MILLIS)) {
        LoadConnection.LoadReply loadReply = loadConnection.send(request);
        if (loadReply.status() != OK) {
          failures.add(loadReply);
        }
      } catch (IOException e) {
        failures.add(e);
      }
    };
  }
}
