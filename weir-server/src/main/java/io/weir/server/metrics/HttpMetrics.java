// SPDX-License-Identifier: Apache-2.0
package io.weir.server.metrics;

import io.weir.server.metrics.MetricRegistry.MetricName;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** Counts HTTP requests and their responses. */
public final class HttpMetrics {
  /** The operation that a request calls. */
  public enum MetricOperation {
    LIMIT,
    MULTI_LIMIT,
    SET_OVERRIDE,
    GET_OVERRIDE,
    LIST_OVERRIDES,
    DELETE_OVERRIDE,
    /** Liveness, readiness, metrics and the API description. */
    SELF,
    /** Unknown paths or methods, and input that is not HTTP. */
    OTHER
  }

  /** Why a request or a connection was rejected unread. */
  public enum ShedMetric {
    /** Too many connections. */
    CONNECTIONS,
    /** Too many waiting requests. */
    IN_FLIGHT,
    /** Arriving bodies take too much memory. */
    BODIES
  }

  /** Why authentication or authorization failed. */
  public enum AuthFailure {
    /** No Authorization header. */
    MISSING,
    /** A header that contains no key. */
    MALFORMED,
    /** An unknown key. */
    UNKNOWN,
    DISABLED,
    EXPIRED,
    /** The key's workspace is disabled or does not exist. */
    WORKSPACE,
    /** A valid key without the required permission. */
    PERMISSION
  }

  private static final double NANOS = 1e9;

  /** The statuses that the API uses; all others are counted as one, because a label must not take arbitrary values. */
  private static final int[] STATUSES = {
    200, 400, 401, 403, 404, 405, 408, 410, 413, 414, 415, 429, 431, 500, 503
  };

  /** Shown from the start, so that the first occurrence appears as an increase; others are shown once they occur. */
  private static final Set<Integer> ALWAYS_SHOWN = Set.of(200, 500, 503);

  private final EnumValues<MetricOperation, LongAdder[]> answers =
      new EnumValues<>(MetricOperation.class, HttpMetrics::perStatus);
  private final EnumValues<MetricOperation, BucketHistogram> durations =
      new EnumValues<>(MetricOperation.class, HttpMetrics::seconds);
  private final EnumValues<ShedMetric, LongAdder> shed = EnumValues.totals(ShedMetric.class);
  private final EnumValues<AuthFailure, LongAdder> refused = EnumValues.totals(AuthFailure.class);
  private final LongAdder overQuota = new LongAdder();

  /** The suppliers below are set once by the server when it starts, and read by scrapes. */
  private volatile LongSupplier inFlight = () -> 0;

  private volatile LongSupplier connections = () -> 0;

  private volatile LongSupplier bytes = () -> 0;

  HttpMetrics() {}

  private static LongAdder[] perStatus() {
    LongAdder[] totals = new LongAdder[STATUSES.length + 1];
    Arrays.setAll(totals, i -> new LongAdder());
    return totals;
  }

  /** Buckets from the duration of a decision in memory up to the longest that a client waits. */
  private static BucketHistogram seconds() {
    return new BucketHistogram(
        NANOS, 1e-4, 2.5e-4, 5e-4, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5,
        10);
  }

  /** Records a response with this status, this long after the request's head arrived. */
  public void recordResponse(MetricOperation metricOperation, int status, long nanos) {
    answers.of(metricOperation)[indexOf(status)].increment();
    durations.of(metricOperation).add(nanos);
  }

  private static int indexOf(int status) {
    int index = 0;
    while (index < STATUSES.length && STATUSES[index] != status) {
      index++;
    }
    return index;
  }

  /** Records a request or connection that was rejected unread. */
  public void recordShed(ShedMetric reason) {
    shed.of(reason).increment();
  }

  /** Records a failed authentication or authorization. */
  public void recordRefusal(AuthFailure reason) {
    refused.of(reason).increment();
  }

  /** Records a request that was refused because its workspace had used up its quota. */
  public void recordOverQuota() {
    overQuota.increment();
  }

  /** Sets the supplier of the number of requests in progress. */
  public void inFlight(LongSupplier requests) {
    this.inFlight = requests;
  }

  /** Sets the supplier of the number of open connections. */
  public void connections(LongSupplier open) {
    this.connections = open;
  }

  /** Sets the supplier of the number of bytes of bodies and responses in progress. */
  public void bytes(LongSupplier underWay) {
    this.bytes = underWay;
  }

  /** Registers all of these metrics. */
  void bind(MetricRegistry metricRegistry) {
    metricRegistry.counter(
        MetricName.of("http_requests_total", "HTTP requests answered.", "operation", "status"),
        this::readAnswers);
    metricRegistry.histogram(
        MetricName.of(
            "http_request_duration_seconds",
            "Time from receiving the head of a request to answering it.",
            "operation"),
        durations);
    metricRegistry.gauge(
        "http_requests_in_flight", "Requests in progress.", () -> inFlight.getAsLong());
    metricRegistry.gauge("http_connections", "Open connections.", () -> connections.getAsLong());
    metricRegistry.gauge(
        "http_body_bytes",
        "Bytes of request bodies being received and of responses not yet sent.",
        () -> bytes.getAsLong());
    metricRegistry.counter(
        MetricName.of(
            "http_shed_total",
            "Requests and connections rejected unread because a limit was reached.",
            "reason"),
        metricValues ->
            shed.forEach((reason, n) -> metricValues.add(n.sum(), MetricRegistry.labelOf(reason))));
    metricRegistry.counter(
        MetricName.of(
            "auth_failures_total",
            "Requests that failed authentication or authorization.",
            "reason"),
        metricValues -> refused.forEach(
            (reason, n) -> metricValues.add(n.sum(), MetricRegistry.labelOf(reason))));
    metricRegistry.counter(
        "quota_refusals_total",
        "Requests refused because their workspace had used up its request quota.",
        overQuota::sum);
  }

  private void readAnswers(MetricRegistry.MetricValues metricValues) {
    answers.forEach((metricOperation, totals) -> {
      for (int i = 0; i < totals.length; i++) {
        long total = totals[i].sum();
        boolean isKnown = i < STATUSES.length;
        if (total > 0 || (isKnown && ALWAYS_SHOWN.contains(STATUSES[i]))) {
          String status = isKnown ? Integer.toString(STATUSES[i]) : "other";
          metricValues.add(total, MetricRegistry.labelOf(metricOperation), status);
        }
      }
    });
  }
}
