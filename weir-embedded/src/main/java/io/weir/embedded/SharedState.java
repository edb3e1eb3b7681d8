// SPDX-License-Identifier: Apache-2.0
package io.weir.embedded;

import io.weir.LimitPolicy;
import io.weir.WhenDegraded;
import io.weir.engine.Engine;
import io.weir.engine.Limiter;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The state that a limiter and its views share. */
final class SharedState {
  /** The maximum per workspace on a server. */
  static final int MAX_NAMESPACES = 100_000;

  private final Engine engine;
  private final boolean ownsEngine;
  private final LimitDefaults defaults;
  private final CallbackThreads callbackThreads = new CallbackThreads();

  /** Holds every namespace that ever had an override. An entry stays when its last override is deleted. */
  private final ConcurrentHashMap<String, NamespaceOverrides> overridesByNamespace =
      new ConcurrentHashMap<>();

  /**
   * The size of {@link #overridesByNamespace}. Raised after an entry was added, so that a thread that reads the new
   * number also finds the entry.
   */
  private volatile int namespaceCount;

  /** Set once, by the limiter's {@code close()}. */
  private volatile boolean closed;

  SharedState(Engine engine, boolean ownsEngine, LimitDefaults defaults) {
    this.engine = engine;
    this.ownsEngine = ownsEngine;
    this.defaults = defaults;
  }

  /**
   * The settings that all limits of a limiter share.
   *
   * @param workspace the tenant
   * @param whenDegraded how checks are decided while Redis is unavailable
   * @param exactWindow whether limits that are small enough use an exact window
   */
  record LimitDefaults(String workspace, WhenDegraded whenDegraded, boolean exactWindow) {}

  Engine engine() {
    return engine;
  }

  String workspace() {
    return defaults.workspace;
  }

  CallbackThreads callbackThreads() {
    return callbackThreads;
  }

  /*
   * Creates a limiter for each check that names another namespace or limit. That costs no more than a look-up would,
   * and a scope in which nothing is spent is removed with its limiters.
   */
  Limiter limiter(String namespace, io.weir.api.Limit limit) {
    LimitPolicy own =
        new LimitPolicy(limit.amount(), limit.duration().toMillis(), defaults.whenDegraded);
    return engine.limiter(
        defaults.workspace, namespace, defaults.exactWindow ? own.withExactWindowIfSmall() : own);
  }

  int namespaceCount() {
    return namespaceCount;
  }

  /** Returns the overrides of a namespace, or null if it never had any. */
  @Nullable
  NamespaceOverrides overrides(String namespace) {
    return namespaceCount == 0 ? null : overridesByNamespace.get(namespace);
  }

  /** Returns the overrides of a namespace for writing, or null if too many namespaces have overrides. */
  synchronized @Nullable NamespaceOverrides overridesForWrite(String namespace) {
    if (namespaceCount >= MAX_NAMESPACES && !overridesByNamespace.containsKey(namespace)) {
      return null;
    }
    NamespaceOverrides book =
        overridesByNamespace.computeIfAbsent(namespace, name -> new NamespaceOverrides());
    namespaceCount = overridesByNamespace.size();
    return book;
  }

  void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the limiter is closed");
    }
  }

  /**
   * An engine that stays open may still produce answers. In that case the callback threads are not closed; they end
   * by themselves when idle.
   */
  void close() {
    closed = true;
    if (ownsEngine) {
      engine.close();
      callbackThreads.close();
    }
  }
}
