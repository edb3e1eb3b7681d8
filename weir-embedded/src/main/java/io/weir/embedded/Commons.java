// SPDX-License-Identifier: Apache-2.0
package io.weir.embedded;

import io.weir.Limit;
import io.weir.WhenDegraded;
import io.weir.engine.Engine;
import io.weir.engine.Limiter;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What a limiter and its views have in common. */
final class Commons {
  /** As many as a workspace of a server may have. */
  static final int MOST_BOOKS = 100_000;

  private final Engine engine;
  private final boolean ownsEngine;
  private final Usual usual;
  private final AnswerThreads answers = new AnswerThreads();

  /** Of the namespaces that ever had an override. A book stays when its last override has gone. */
  private final ConcurrentHashMap<String, OverrideBook> books = new ConcurrentHashMap<>();

  /** How many books there are. Raised after a book was put in, so that whoever reads the new number finds it. */
  private volatile int bookCount;

  /** Set once, by the limiter's close(). */
  private volatile boolean closed;

  Commons(Engine engine, boolean ownsEngine, Usual usual) {
    this.engine = engine;
    this.ownsEngine = ownsEngine;
    this.usual = usual;
  }

  /**
   * What all limits of a limiter have in common.
   *
   * @param workspace the tenant
   * @param whenDegraded what they do while Redis can't be asked
   * @param exactWindow whether those that are small enough have an exact window
   */
  record Usual(String workspace, WhenDegraded whenDegraded, boolean exactWindow) {}

  Engine engine() {
    return engine;
  }

  String workspace() {
    return usual.workspace;
  }

  AnswerThreads answers() {
    return answers;
  }

  /*
   * Made for each check that names another namespace or limit: that costs no more than looking for one would, and a scope
   * that nobody spends in goes with its limiters.
   */
  Limiter limiter(String namespace, io.weir.api.Limit limit) {
    Limit own = new Limit(limit.amount(), limit.duration().toMillis(), usual.whenDegraded);
    return engine.limiter(
        usual.workspace, namespace, usual.exactWindow ? own.withExactWindowIfSmall() : own);
  }

  int bookCount() {
    return bookCount;
  }

  /** The overrides of a namespace; null if it never had any. */
  @Nullable
  OverrideBook book(String namespace) {
    return bookCount == 0 ? null : books.get(namespace);
  }

  /** The overrides of a namespace, to write into; null if there are too many namespaces that have some. */
  synchronized @Nullable OverrideBook bookToWrite(String namespace) {
    if (bookCount >= MOST_BOOKS && !books.containsKey(namespace)) {
      return null;
    }
    OverrideBook book = books.computeIfAbsent(namespace, name -> new OverrideBook());
    bookCount = books.size();
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
      answers.close();
    }
  }
}
