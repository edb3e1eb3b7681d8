// SPDX-License-Identifier: Apache-2.0
package io.weir.client.http;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;

/** A request's body that can't be sent twice. */
final class OneShotBody implements BodyPublisher {
  /*
   * The JDK's client sends a POST again by itself if jdk.httpclient.enableAllMethodRetry is set. It asks for the body each
   * time, so whoever has given it once knows that something may have been sent, and gives it to nobody else: a request
   * without its body is not counted by any server.
   */
  private final BodyPublisher body;
  private final AtomicBoolean sent = new AtomicBoolean();

  OneShotBody(byte[] bytes) {
    body = BodyPublishers.ofByteArray(bytes);
  }

  /** Whether something may have been sent. */
  boolean isSent() {
    return sent.get();
  }

  @Override
  public long contentLength() {
    return body.contentLength();
  }

  @Override
  public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
    if (sent.compareAndSet(false, true)) {
      body.subscribe(subscriber);
    } else {
      subscriber.onSubscribe(new Flow.Subscription() {
        @Override
        public void request(long items) {}

        @Override
        public void cancel() {}
      });
      subscriber.onError(new IOException("a request body can be sent only once"));
    }
  }
}
