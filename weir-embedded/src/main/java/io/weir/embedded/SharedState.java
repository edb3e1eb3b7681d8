// SPDX-License-Identifier: Apache-2.0
package io.weir.embedded;

import io.weir.LimitPolicy;
import io.weir.WhenDegraded;
import io.weir.engine.Engine;
import io.weir.engine.Limiter;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What a limiter and its views have in common. */
final class SharedState {
  /** As many as a workspace of a server may have. */
  static final int MAX_NAMESPACES = 100_000;

  private final Engine engine;
  private final boolean ownsEngine;
  private final LimitDefaults defaults;
  private final CallbackThreads callbackThreads = new CallbackThreads();

  /** Of the namespaces that ever had an override. A book stays when its last override has gone. */
  private final ConcurrentHashMap<String, NamespaceOverrides> overridesByNamespace =
      new ConcurrentHashMap<>();

  /** How many books there are. Raised after a book was put in, so that whoever reads the new number finds it. */
  private volatile int namespaceCount;

  /** Set once, by the limiter's close(). */
  private volatile boolean closed;

  SharedState(Engine engine, boolean ownsEngine, LimitDefaults defaults) {
    this.engine = engine;
    this.ownsEngine = ownsEngine;
    this.defaults = defaults;
  }

  /**
   * What all limits of a limiter have in common.
   *
   * @param workspace the tenant
   * @param whenDegraded what they do while Redis can't be asked
   * @param exactWindow whether those that are small enough have an exact window
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
   * Made for each check that names another namespace or limit: that costs no more than looking for one would, and a scope
   * that nobody spends in goes with its limiters.
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

  /** The overrides of a namespace; null if it never had any. */
  @Nullable
  NamespaceOverrides overrides(String namespace) {
    return namespaceCount == 0 ? null : overridesByNamespace.get(namespace);
  }

  /** The overrides of a namespace, to write into; null if there are too many namespaces that have some. */
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

  /** An engine that goes on may have answers to come, whose threads end by themselves when they have nothing to do. */
  void close() {
    closed = true;
    if (ownsEngine) {
      engine.close();
      callbackThreads.close();
    }
  }
}
