// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation.catalog;

import io.weir.benchmarks.isolation.attack.Attacker;
import io.weir.benchmarks.isolation.attack.Target;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;

/** Sends batches with large answers on several connections, and never reads an answer. */
final class UnreadAnswers implements Attacker {
  private static final int CONNECTIONS = 8;

  /** A receive buffer as small as the system allows, so that answers stay in the server. */
  private static final int RECEIVE_BYTES = 2_048;

  private final Target target;
  private final byte[] request;
  private final Deque<Pipeline> pipelines = new ArrayDeque<>();

  /** A connection, and the unsent rest of its request. */
  private record Pipeline(SocketChannel channel, ByteBuffer rest) {}

  UnreadAnswers(Target target) {
    this.target = target;
    this.request = target
        .post("multiLimit")
        .request(AttackBodies.batch(
            0,
            i -> AttackBodies.check(
                "unread",
                AttackBodies.heavyIdentifier(i),
                new AttackBodies.Terms(Long.MAX_VALUE, AttackBodies.DAY, 1))));
  }

  @Override
  public synchronized String act(long number) throws IOException {
    Pipeline pipeline = pipelines.size() < CONNECTIONS ? connect() : pipelines.removeFirst();
    ByteBuffer rest = pipeline.rest().hasRemaining() ? pipeline.rest() : ByteBuffer.wrap(request);
    try {
      int written = pipeline.channel().write(rest);
      pipelines.addLast(new Pipeline(pipeline.channel(), rest));
      return written == 0 ? "server does not read" : "sent at least in part";
    } catch (IOException e) {
      pipeline.channel().close();
      throw e;
    }
  }

  private Pipeline connect() throws IOException {
    SocketChannel channel = SocketChannel.open();
    channel.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BYTES);
    channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target.port()));
    channel.configureBlocking(false);
    return new Pipeline(channel, ByteBuffer.allocate(0));
  }

  @Override
  public synchronized void close() throws IOException {
    for (Pipeline pipeline : pipelines) {
      pipeline.channel().close();
    }
    pipelines.clear();
  }
}
