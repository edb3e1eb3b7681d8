// SPDX-License-Identifier: Apache-2.0
package io.weir.server.metrics;

import io.weir.server.metrics.Board.Named;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** Counts what callers ask for over HTTP, and what they are answered. */
public final class HttpMetrics {
  /** What a request asks for. */
  public enum Operation {
    LIMIT,
    MULTI_LIMIT,
    SET_OVERRIDE,
    GET_OVERRIDE,
    LIST_OVERRIDES,
    DELETE_OVERRIDE,
    /** Liveness, readiness, metrics and the API's description. */
    SELF,
    /** A path or a method that is none, and what was no HTTP. */
    OTHER
  }

  /** Why a request or a connection was turned away before it was looked at. */
  public enum Shed {
    /** Too many connections. */
    CONNECTIONS,
    /** Too many requests that wait for something. */
    IN_FLIGHT,
    /** Too much memory is taken by bodies that are arriving. */
    BODIES
  }

  /** Why a caller was not let in. */
  public enum Refused {
    /** No Authorization header. */
    MISSING,
    /** A header that holds no key. */
    MALFORMED,
    /** A key that nobody has. */
    UNKNOWN,
    DISABLED,
    EXPIRED,
    /** The key's workspace is disabled or gone. */
    WORKSPACE,
    /** A good key that may not do this. */
    PERMISSION
  }

  private static final double NANOS = 1e9;

  /** The statuses that the API knows; any other is counted as one. A label must not take any number. */
  private static final int[] STATUSES = {
    200, 400, 401, 403, 404, 405, 408, 410, 413, 414, 415, 429, 431, 500, 503
  };

  /** Shown from the start, so that the first of them is seen as a rise; others once they happened. */
  private static final Set<Integer> AT_ONCE = Set.of(200, 500, 503);

  private final PerConstant<Operation, LongAdder[]> answers =
      new PerConstant<>(Operation.class, HttpMetrics::perStatus);
  private final PerConstant<Operation, Buckets> durations =
      new PerConstant<>(Operation.class, HttpMetrics::seconds);
  private final PerConstant<Shed, LongAdder> shed = PerConstant.totals(Shed.class);
  private final PerConstant<Refused, LongAdder> refused = PerConstant.totals(Refused.class);
  private final LongAdder overQuota = new LongAdder();

  /** Set once by the server when it starts, read by scrapes. */
  private volatile LongSupplier inFlight = () -> 0;

  private volatile LongSupplier connections = () -> 0;

  private volatile LongSupplier bytes = () -> 0;

  HttpMetrics() {}

  private static LongAdder[] perStatus() {
    LongAdder[] totals = new LongAdder[STATUSES.length + 1];
    Arrays.setAll(totals, i -> new LongAdder());
    return totals;
  }

  /** From what a decision from memory takes up to what a client waits for. */
  private static Buckets seconds() {
    return new Buckets(
        NANOS, 1e-4, 2.5e-4, 5e-4, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5,
        10);
  }

  /** A request was answered with this status, so long after its head had arrived. */
  public void answered(Operation operation, int status, long nanos) {
    answers.of(operation)[indexOf(status)].increment();
    durations.of(operation).add(nanos);
  }

  private static int indexOf(int status) {
    int index = 0;
    while (index < STATUSES.length && STATUSES[index] != status) {
      index++;
    }
    return index;
  }

  /** A request or a connection was turned away. */
  public void shed(Shed reason) {
    shed.of(reason).increment();
  }

  /** A caller was not let in. */
  public void refused(Refused reason) {
    refused.of(reason).increment();
  }

  /** A request was refused because its workspace had used up its quota. */
  public void overQuota() {
    overQuota.increment();
  }

  /** Who knows how many requests are being answered. */
  public void inFlight(LongSupplier requests) {
    this.inFlight = requests;
  }

  /** Who knows how many connections are open. */
  public void connections(LongSupplier open) {
    this.connections = open;
  }

  /** Who knows how many bytes of bodies and answers are under way. */
  public void bytes(LongSupplier underWay) {
    this.bytes = underWay;
  }

  /** Puts all of it on the board. */
  void show(Board board) {
    board.counter(
        Named.of("http_requests_total", "HTTP requests answered.", "operation", "status"),
        this::readAnswers);
    board.histogram(
        Named.of(
            "http_request_duration_seconds",
            "Time from receiving the head of a request to answering it.",
            "operation"),
        durations);
    board.gauge("http_requests_in_flight", "Requests in progress.", () -> inFlight.getAsLong());
    board.gauge("http_connections", "Open connections.", () -> connections.getAsLong());
    board.gauge(
        "http_body_bytes",
        "Bytes of request bodies being received and of responses not yet sent.",
        () -> bytes.getAsLong());
    board.counter(
        Named.of(
            "http_shed_total",
            "Requests and connections rejected unread because a limit was reached.",
            "reason"),
        values -> shed.forEach((reason, n) -> values.add(n.sum(), Board.labelOf(reason))));
    board.counter(
        Named.of(
            "auth_failures_total",
            "Requests that failed authentication or authorization.",
            "reason"),
        values -> refused.forEach((reason, n) -> values.add(n.sum(), Board.labelOf(reason))));
    board.counter(
        "quota_refusals_total",
        "Requests refused because their workspace had used up its request quota.",
        overQuota::sum);
  }

  private void readAnswers(Board.Values values) {
    answers.forEach((operation, totals) -> {
      for (int i = 0; i < totals.length; i++) {
        long total = totals[i].sum();
        boolean isKnown = i < STATUSES.length;
        if (total > 0 || (isKnown && AT_ONCE.contains(STATUSES[i]))) {
          String status = isKnown ? Integer.toString(STATUSES[i]) : "other";
          values.add(total, Board.labelOf(operation), status);
        }
      }
    });
  }
}
