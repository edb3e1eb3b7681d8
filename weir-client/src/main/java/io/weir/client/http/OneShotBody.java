// SPDX-License-Identifier: Apache-2.0
package io.weir.client.http;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;

/** A request body that can be sent only once. */
final class OneShotBody implements BodyPublisher {
  /*
   * If jdk.httpclient.enableAllMethodRetry is set, the JDK's client sends a POST again on its own and subscribes to
   * the body each time. So the first subscription means that something may have been sent, and further ones fail: no
   * server counts a request without its body.
   */
  private final BodyPublisher body;
  private final AtomicBoolean sent = new AtomicBoolean();

  OneShotBody(byte[] bytes) {
    body = BodyPublishers.ofByteArray(bytes);
  }

  /** Returns whether anything may have been sent. */
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
