// SPDX-License-Identifier: Apache-2.0
package io.weir.server;

import io.weir.server.http.TrafficObserver;
import io.weir.server.metrics.HttpMetrics;
import io.weir.server.metrics.HttpMetrics.AuthFailure;
import io.weir.server.metrics.HttpMetrics.MetricOperation;
import io.weir.server.problem.Problem;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records HTTP traffic in the server's metrics. */
final class TrafficMetrics implements TrafficObserver {
  private static final Map<String, MetricOperation> OPERATIONS = Map.of(
      "ratelimit.limit",
      MetricOperation.LIMIT,
      "ratelimit.multiLimit",
      MetricOperation.MULTI_LIMIT,
      "ratelimit.setOverride",
      MetricOperation.SET_OVERRIDE,
      "ratelimit.getOverride",
      MetricOperation.GET_OVERRIDE,
      "ratelimit.listOverrides",
      MetricOperation.LIST_OVERRIDES,
      "ratelimit.deleteOverride",
      MetricOperation.DELETE_OVERRIDE,
      NOT_FOUND,
      MetricOperation.OTHER);

  private static final Map<String, AuthFailure> REFUSED = Map.of(
      "unkey/authentication/malformed", AuthFailure.MALFORMED,
      "unkey/authentication/key_not_found", AuthFailure.UNKNOWN,
      "unkey/authorization/key_disabled", AuthFailure.DISABLED,
      "unkey/authorization/forbidden", AuthFailure.EXPIRED,
      "unkey/authorization/workspace_disabled", AuthFailure.WORKSPACE,
      "unkey/data/workspace_not_found", AuthFailure.WORKSPACE,
      "unkey/authorization/insufficient_permissions", AuthFailure.PERMISSION);

  private final HttpMetrics metrics;

  TrafficMetrics(HttpMetrics metrics) {
    this.metrics = metrics;
  }

  @Override
  public void onResponse(String endpoint, int status, long nanos) {
    metrics.recordResponse(OPERATIONS.getOrDefault(endpoint, MetricOperation.SELF), status, nanos);
  }

  @Override
  public void onProblem(Problem problem) {
    @Nullable
    AuthFailure reason = problem.isAnonymous() ? AuthFailure.MISSING : REFUSED.get(problem.type());
    if (reason != null) {
      metrics.recordRefusal(reason);
    } else if (problem.status() == 429) {
      metrics.recordOverQuota();
    }
  }

  @Override
  public void onShed(ShedReason reason) {
    metrics.recordShed(
        switch (reason) {
          case CONNECTIONS -> HttpMetrics.ShedMetric.CONNECTIONS;
          case IN_FLIGHT -> HttpMetrics.ShedMetric.IN_FLIGHT;
          case BODIES -> HttpMetrics.ShedMetric.BODIES;
        });
  }
}
