// SPDX-License-Identifier: Apache-2.0
package io.weir.api;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The overrides of a namespace. An override whose identifier equals the checked one takes precedence over patterns;
 * among matching patterns, the most specific one applies. Failures are thrown as {@link RatelimitException}:
 * fallbacks do not apply here.
 */
public interface Overrides {

  /**
   * A limit that replaces the requested one for some identifiers of a namespace.
   *
   * @param id the override's id, assigned by the limiter
   * @param identifier the identifier it applies to: exactly this text or, if it contains {@code *}, every identifier
   *     that matches
   * @param amount the maximum amount per window, at least 0
   * @param duration the length of the window. Other servers may allow durations longer than {@link Limit} does
   */
  record Entry(String id, String identifier, long amount, Duration duration) {

    public Entry {
      if (amount < 0 || duration.isNegative() || duration.isZero()) {
        throw new IllegalArgumentException("limit must be 0 to " + Long.MAX_VALUE
            + " and duration above 0, but were " + amount + " and " + duration);
      }
    }

    /** Creates an entry with the given limit. */
    public Entry(String id, String identifier, Limit limit) {
      this(id, identifier, limit.amount(), limit.duration());
    }

    /**
     * Returns the limit that applies.
     *
     * @throws IllegalArgumentException if the duration is outside the range of {@link Limit}
     */
    public Limit limit() {
      return Limit.of(amount, duration);
    }
  }

  /**
   * Sets the limit of this identifier or pattern and returns the id of the override. Creates the namespace if it does
   * not exist.
   */
  String set(String identifier, Limit limit);

  /** Returns the override that applies to this identifier. */
  Optional<Entry> get(String identifier);

  /** Deletes the override of exactly this identifier or pattern and returns whether it existed. */
  boolean delete(String identifier);

  /** Returns all overrides of the namespace. */
  List<Entry> list();

  /** Asynchronous version of {@link #set}. */
  CompletableFuture<String> setAsync(String identifier, Limit limit);

  /** Asynchronous version of {@link #get}. */
  CompletableFuture<Optional<Entry>> getAsync(String identifier);

  /** Asynchronous version of {@link #delete}. */
  CompletableFuture<Boolean> deleteAsync(String identifier);

  /** Asynchronous version of {@link #list}. */
  CompletableFuture<List<Entry>> listAsync();
}
