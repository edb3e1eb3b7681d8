// SPDX-License-Identifier: Apache-2.0
package io.weir.server.metrics;

import io.weir.Observer;
import io.weir.time.NanoClock;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** All metrics of one server. */
public final class Metrics {
  private final Board board = new Board();
  private final EngineMetrics engine;
  private final HttpMetrics http = new HttpMetrics();

  /** Set once by the server when it starts, read by scrapes. Until then the engine's own measure counts. */
  private volatile @Nullable LongSupplier subjects;

  private volatile BooleanSupplier hasDirectory = () -> true;
  private volatile DoubleSupplier directoryAge = () -> Double.NaN;
  private volatile BooleanSupplier isFromSnapshot = () -> false;

  /** Metrics that count from now on, of a server of this version. */
  public Metrics(NanoClock clock, String version) {
    engine = new EngineMetrics(clock);
    new EngineBoard(board, engine).show(this::subjects, () -> hasDirectory.getAsBoolean());
    http.show(board);
    board.gauge(
        "directory_age_seconds",
        "Time since keys, namespaces and overrides were last known to be up to date; NaN before the first time.",
        () -> directoryAge.getAsDouble());
    board.gauge(
        "directory_from_snapshot",
        "1 while keys, namespaces and overrides come from the snapshot in the data folder, because the database was not read since the start.",
        () -> isFromSnapshot.getAsBoolean() ? 1 : 0);
    JvmBoard.show(board, clock, version);
  }

  /** Hears what the engine does. */
  public Observer observer() {
    return engine;
  }

  /** Hears what callers ask for. */
  public HttpMetrics http() {
    return http;
  }

  /** Who knows how many subjects are in memory right now. */
  public void subjects(LongSupplier inMemory) {
    this.subjects = inMemory;
  }

  /** Who knows whether the store of keys, namespaces and overrides answers, and how many seconds ago it last told its news. */
  public void directory(BooleanSupplier isAvailable, DoubleSupplier ageSeconds) {
    this.hasDirectory = isAvailable;
    this.directoryAge = ageSeconds;
  }

  /** Who knows whether keys, namespaces and overrides come from a snapshot. */
  public void snapshot(BooleanSupplier isInUse) {
    this.isFromSnapshot = isInUse;
  }

  private double subjects() {
    LongSupplier told = subjects;
    return told == null ? engine.gauge(Observer.Gauge.SUBJECTS) : told.getAsLong();
  }

  /** Everything in Prometheus's text format, of type {@link #contentType}. */
  public String scrape() {
    return board.scrape();
  }

  /** The media type of a scrape. */
  public static String contentType() {
    return TextFormat.CONTENT_TYPE;
  }
}
