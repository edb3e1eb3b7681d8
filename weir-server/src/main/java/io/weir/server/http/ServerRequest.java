// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import io.weir.server.json.ByteSegments;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A request whose body has arrived, and which can be responded to. Confined to one event loop. */
public final class ServerRequest {
  /**
   * The executors for the work of requests.
   *
   * @param loop the event loop of the request
   * @param worker for work that takes too long for an event loop; runs one task at a time
   */
  public record Executors(Executor loop, Executor worker) {}

  private final RequestHead head;
  private final Executors executors;
  private final Consumer<ServerResponse> responder;

  /**
   * Written by the event loop, read also by the worker. Empty once the request has ended, so that its memory is free.
   */
  private volatile ByteSegments body;

  /** Headers of the response, also of one that the HTTP layer creates itself. Written and read by the event loop. */
  private List<ResponseHeader> responseHeaders = List.of();

  /** Whether it was answered or abandoned. Written and read by the event loop. */
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

  /** Returns its head. */
  public RequestHead head() {
    return head;
  }

  /** Returns the id of the request in its response and in the log. */
  public String requestId() {
    return head.requestId();
  }

  /** Returns the body, not a copy; empty after the request has ended. */
  public ByteSegments body() {
    return body;
  }

  /** Runs work that takes too long for the event loop. Only one request's work runs at a time. */
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
   * Sets headers for the response that follow its own headers, also if the response is not the API's, such as that of a timeout.
   * Must be called on the event loop.
   */
  public void responseHeaders(List<ResponseHeader> headers) {
    responseHeaders = headers;
  }

  List<ResponseHeader> responseHeaders() {
    return responseHeaders;
  }

  /** Responds, once. Must be called on the event loop. */
  public void respond(ServerResponse response) {
    responder.accept(response);
  }

  /** Ends the request, which was answered or abandoned. */
  void end() {
    ended = true;
    body = ByteSegments.EMPTY;
  }
}
