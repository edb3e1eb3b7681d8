// SPDX-License-Identifier: Apache-2.0
package io.weir.server;

import io.weir.server.http.Traffic;
import io.weir.server.metrics.HttpMetrics;
import io.weir.server.metrics.HttpMetrics.Operation;
import io.weir.server.metrics.HttpMetrics.Refused;
import io.weir.server.problem.Problem;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts what goes over the wire into numbers. */
final class HttpTraffic implements Traffic {
  private static final Map<String, Operation> OPERATIONS = Map.of(
      "ratelimit.limit",
      Operation.LIMIT,
      "ratelimit.multiLimit",
      Operation.MULTI_LIMIT,
      "ratelimit.setOverride",
      Operation.SET_OVERRIDE,
      "ratelimit.getOverride",
      Operation.GET_OVERRIDE,
      "ratelimit.listOverrides",
      Operation.LIST_OVERRIDES,
      "ratelimit.deleteOverride",
      Operation.DELETE_OVERRIDE,
      NOWHERE,
      Operation.OTHER);

  private static final Map<String, Refused> REFUSED = Map.of(
      "unkey/authentication/malformed", Refused.MALFORMED,
      "unkey/authentication/key_not_found", Refused.UNKNOWN,
      "unkey/authorization/key_disabled", Refused.DISABLED,
      "unkey/authorization/forbidden", Refused.EXPIRED,
      "unkey/authorization/workspace_disabled", Refused.WORKSPACE,
      "unkey/data/workspace_not_found", Refused.WORKSPACE,
      "unkey/authorization/insufficient_permissions", Refused.PERMISSION);

  private final HttpMetrics metrics;

  HttpTraffic(HttpMetrics metrics) {
    this.metrics = metrics;
  }

  @Override
  public void answered(String endpoint, int status, long nanos) {
    metrics.answered(OPERATIONS.getOrDefault(endpoint, Operation.SELF), status, nanos);
  }

  @Override
  public void complained(Problem problem) {
    @Nullable
    Refused reason = problem.isAnonymous() ? Refused.MISSING : REFUSED.get(problem.type());
    if (reason != null) {
      metrics.refused(reason);
    } else if (problem.status() == 429) {
      metrics.overQuota();
    }
  }

  @Override
  public void shed(Shed reason) {
    metrics.shed(
        switch (reason) {
          case CONNECTIONS -> HttpMetrics.Shed.CONNECTIONS;
          case IN_FLIGHT -> HttpMetrics.Shed.IN_FLIGHT;
          case BODIES -> HttpMetrics.Shed.BODIES;
        });
  }
}
