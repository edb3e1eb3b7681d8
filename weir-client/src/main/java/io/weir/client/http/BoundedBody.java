// SPDX-License-Identifier: Apache-2.0
package io.weir.client.http;

import io.weir.client.http.HttpOutcome.Reply;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A body subscriber that reads a response body up to a maximum size. */
final class BoundedBody implements BodySubscriber<Reply> {
  /** A page of 100 overrides takes about 250 kB at most. */
  static final int MAX_BYTES = 1_000_000;

  private final ResponseInfo head;
  private final Consumer<Reply> onReply;
  private final Consumer<Throwable> onFailure;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
  private final CompletableFuture<Reply> reply = new CompletableFuture<>();

  /** Written by {@code onSubscribe}, which precedes all other calls. */
  private Flow.@Nullable Subscription subscription;

  /**
   * Creates a subscriber for the body that follows {@code head}.
   *
   * @param onReply receives the reply as soon as it is complete. The JDK's own future is completed by a pool that the
   *     whole application shares and that may be busy
   * @param onFailure receives the reason if there is no reply
   */
  BoundedBody(ResponseInfo head, Consumer<Reply> onReply, Consumer<Throwable> onFailure) {
    this.head = head;
    this.onReply = onReply;
    this.onFailure = onFailure;
  }

  @Override
  public CompletionStage<Reply> getBody() {
    return reply;
  }

  @Override
  public void onSubscribe(Flow.Subscription incoming) {
    subscription = incoming;
    incoming.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> chunk) {
    for (ByteBuffer buffer : chunk) {
      int count = Math.min(buffer.remaining(), MAX_BYTES - bytes.size());
      byte[] part = new byte[count];
      buffer.get(part);
      bytes.write(part, 0, count);
      if (buffer.hasRemaining()) {
        if (subscription != null) {
          subscription.cancel();
        }
        finish(false);
        return;
      }
    }
  }

  @Override
  public void onError(Throwable thrown) {
    onFailure.accept(thrown);
    reply.completeExceptionally(thrown);
  }

  @Override
  public void onComplete() {
    finish(true);
  }

  private void finish(boolean isWhole) {
    if (!reply.isDone()) {
      Reply read = new Reply(head.statusCode(), head.headers(), bytes.toByteArray(), isWhole);
      onReply.accept(read);
      reply.complete(read);
    }
  }
}
