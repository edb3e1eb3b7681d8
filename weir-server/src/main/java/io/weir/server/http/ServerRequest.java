// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import io.weir.server.json.ByteSegments;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A request whose body has arrived, and the way to respond to it. Lives on one event loop. */
public final class ServerRequest {
  /**
   * Where the work of requests runs.
   *
   * @param loop the event loop of the request
   * @param worker for what takes too long for an event loop. Runs one task at a time
   */
  public record Executors(Executor loop, Executor worker) {}

  private final RequestHead head;
  private final Executors executors;
  private final Consumer<ServerResponse> responder;

  /** Written by the event loop, read by the worker, too. Empty once the request has ended, so that its memory is free. */
  private volatile ByteSegments body;

  /** Headers of its response, whoever responds. Written and read by the event loop. */
  private List<ResponseHeader> responseHeaders = List.of();

  /** Whether it was answered or given up. Written and read by the event loop. */
  private boolean ended;

  /** Creates a request whose response goes to {@code responder}. */
  public ServerRequest(
      RequestHead head,
      ByteSegments body,
      Executors executors,
      Consumer<ServerResponse> responder) {
    this.head = head;
    this.body = body;
    this.executors = executors;
    this.responder = responder;
  }

  /** Its head. */
  public RequestHead head() {
    return head;
  }

  /** What the request is called in its response and in the log. */
  public String requestId() {
    return head.requestId();
  }

  /** The body, not a copy; empty when the request has ended. */
  public ByteSegments body() {
    return body;
  }

  /** Does work that takes too long for the event loop. Only one request's work runs at a time. */
  public <T> CompletionStage<T> runOnWorker(Supplier<T> work) {
    return CompletableFuture.supplyAsync(work, executors.worker());
  }

  /** Runs this on the event loop of the request, unless the request has ended by then. */
  public void resume(Runnable rest) {
    executors.loop().execute(() -> {
      if (!ended) {
        rest.run();
      }
    });
  }

  /**
   * Sets headers for the response to come, after its own: also for one that is not the API's, such as that of a timeout. To be
   * called on the event loop.
   */
  public void responseHeaders(List<ResponseHeader> headers) {
    responseHeaders = headers;
  }

  List<ResponseHeader> responseHeaders() {
    return responseHeaders;
  }

  /** Responds, once. To be called on the event loop. */
  public void respond(ServerResponse response) {
    responder.accept(response);
  }

  /** The request was answered or given up. */
  void end() {
    ended = true;
    body = ByteSegments.EMPTY;
  }
}
