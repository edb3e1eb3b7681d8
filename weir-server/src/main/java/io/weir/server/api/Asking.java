// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A request as it came over some transport, and the way back. */
public interface Asking {

  /** What the request is called in its answer and in the log. */
  String requestId();

  /** The values of all {@code Authorization} headers. */
  List<String> authorizations();

  /** The value of the {@code Content-Type} header. */
  @Nullable
  String contentType();

  /** How many bytes the body has. */
  int bodyLength();

  /** A copy of the whole body; empty when the request was given up. */
  byte[] body();

  /** Does work that takes too long for the event loop. Only one request's work runs at a time. */
  <T> CompletionStage<T> runOnWorker(Supplier<T> work);

  /** Answers, once. To be called where {@link #resume} runs things. */
  void answer(Answer answer);

  /** Says, when it is let in, which workspace's key it has. */
  void workspace(String id);

  /** Says, before the answer, how the workspace's quota stands. */
  void quota(Standing standing);

  /** Runs this where the request is at home, so that nothing of it is touched by two threads. */
  void resume(Runnable rest);
}
