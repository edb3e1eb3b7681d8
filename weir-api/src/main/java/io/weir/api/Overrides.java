// SPDX-License-Identifier: Apache-2.0
package io.weir.api;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The overrides of a namespace. An override with exactly an identifier's text comes before patterns; of patterns, the most
 * particular one applies. What goes wrong is thrown as a {@link RatelimitException}: no fallback answers here.
 */
public interface Overrides {

  /**
   * A limit that applies to some identifiers of a namespace in place of the one asked for.
   *
   * @param id the limiter's name for it
   * @param identifier to whom it applies: exactly this text, or, with a {@code *} in it, whatever it matches
   * @param amount the most that a window may hold, at least 0
   * @param duration the window's length. Other servers may have longer ones than a {@link Limit} takes
   */
  record Entry(String id, String identifier, long amount, Duration duration) {

    public Entry {
      if (amount < 0 || duration.isNegative() || duration.isZero()) {
        throw new IllegalArgumentException("limit must be 0 to " + Long.MAX_VALUE
            + " and duration above 0, but were " + amount + " and " + duration);
      }
    }

    /** An override to this limit. */
    public Entry(String id, String identifier, Limit limit) {
      this(id, identifier, limit.amount(), limit.duration());
    }

    /**
     * What applies.
     *
     * @throws IllegalArgumentException if the duration is one that no limit can have
     */
    public Limit limit() {
      return Limit.of(amount, duration);
    }
  }

  /** Sets the limit of this identifier or pattern, and gives the override's id. Makes the namespace if there is none yet. */
  String set(String identifier, Limit limit);

  /** The override that applies to this identifier. */
  Optional<Entry> get(String identifier);

  /** Deletes the override of exactly this identifier or pattern, and gives whether there was one. */
  boolean delete(String identifier);

  /** All of them. */
  List<Entry> list();

  /** Like {@link #set}, without waiting. */
  CompletableFuture<String> setAsync(String identifier, Limit limit);

  /** Like {@link #get}, without waiting. */
  CompletableFuture<Optional<Entry>> getAsync(String identifier);

  /** Like {@link #delete}, without waiting. */
  CompletableFuture<Boolean> deleteAsync(String identifier);

  /** Like {@link #list}, without waiting. */
  CompletableFuture<List<Entry>> listAsync();
}
