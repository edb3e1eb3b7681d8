// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http.load;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.vertx.core.http.impl.http1.VertxHttpRequestDecoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Guards a connection from its first moment: counts it, and closes it if the head of its first request is not
 * complete in time. Vert.x reports a connection only at that point, because until then it may turn out to use HTTP/2.
 * So it would never notice a client that sends a head byte by byte.
 */
final class ConnectionGuard extends ChannelInboundHandlerAdapter {
  /** The bytes with which every HTTP/2 connection begins, and no other. */
  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  /** The length of the preface's first line, without its end. */
  private static final int FIRST_LINE_LENGTH = 14;

  /** The name of Vert.x's own decoder. */
  private static final String DECODER = "httpDecoder";

  /** Scans HTTP/2 input for what is unfinished: a frame, or a head that continues in the next frame. */
  private static final class FrameScanner {
    private static final int HEAD = 9;
    private static final int HEADERS = 1;
    private static final int CONTINUATION = 9;
    private static final int END_HEADERS = 4;

    /** Bytes of this frame's header that have arrived. */
    private int received;

    private int length;
    private int type;
    private int flags;

    /** Bytes of this frame that are still to come after its header. */
    private int remaining;

    /** Bytes of the earlier frames of a request's head that continues. */
    private long before;

    /** Reads the bytes from this index on. True if something was finished. */
    boolean read(ByteBuf bytes, int from) {
      boolean isFinished = false;
      int next = from;
      while (next < bytes.writerIndex()) {
        if (received < HEAD) {
          readHead(bytes.getByte(next) & 0xFF);
          next++;
        } else {
          int some = Math.min(remaining, bytes.writerIndex() - next);
          remaining -= some;
          next += some;
        }
        if (received == HEAD && remaining == 0) {
          isFinished |= end();
        }
      }
      return isFinished;
    }

    private void readHead(int each) {
      if (received < 3) {
        length = length << 8 | each;
        remaining = length;
      } else if (received == 3) {
        type = each;
      } else if (received == 4) {
        flags = each;
      }
      received++;
    }

    private boolean end() {
      boolean isHead = type == HEADERS || type == CONTINUATION;
      before = isHead && (flags & END_HEADERS) == 0 ? before + HEAD + length : 0;
      received = 0;
      length = 0;
      return before == 0;
    }

    long unfinished() {
      return before + received + (received == HEAD ? length - remaining : 0);
    }
  }

  private final LoadShedder shedder;
  private final PendingHead unfinished;
  private @Nullable TrackedConnection connection;

  /** Set once the connection is known to use HTTP/2. */
  private @Nullable FrameScanner frameScanner;

  /** How many bytes of the preface have arrived; all of them once the protocol is known. */
  private int matched;

  ConnectionGuard(LoadShedder shedder) {
    this.shedder = shedder;
    this.unfinished = new PendingHead(shedder);
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    TrackedConnection accepted = new TrackedConnection(context.channel(), shedder.connections());
    connection = accepted;
    if (!shedder.connections().add(accepted)) {
      accepted.close();
    } else {
      var unusedTimer = context
          .executor()
          .schedule(() -> closeUnlessActive(accepted), shedder.headMillis(), TimeUnit.MILLISECONDS);
    }
    context.fireChannelActive();
  }

  private static void closeUnlessActive(TrackedConnection accepted) {
    if (!accepted.isActive()) {
      accepted.close();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof ByteBuf bytes && matched < PREFACE.length) {
      readFirst(context, bytes);
      return;
    }
    if (message instanceof ByteBuf bytes) {
      readFrames(bytes, bytes.readerIndex());
    }
    context.fireChannelRead(message);
  }

  /** Restarts the age of the pending input if a frame or head was completed. */
  private void readFrames(ByteBuf bytes, int from) {
    if (frameScanner != null && frameScanner.read(bytes, from)) {
      unfinished.finish();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    if (frameScanner != null) {
      unfinished.reserve(context.channel(), frameScanner.unfinished());
    }
    context.fireChannelReadComplete();
  }

  /** Passes Vert.x the byte that shows that this is not HTTP/2, and replaces its decoder before it sees more. */
  private void readFirst(ChannelHandlerContext context, ByteBuf bytes) {
    if (matched == 0) {
      skipEmptyLines(bytes);
    }
    int matching = 0;
    while (matched < PREFACE.length
        && matching < bytes.readableBytes()
        && bytes.getByte(bytes.readerIndex() + matching) == PREFACE[matched]) {
      matching++;
      matched++;
    }
    if (matched == PREFACE.length || matching == bytes.readableBytes()) {
      if (matched == PREFACE.length) {
        frameScanner = new FrameScanner();
        readFrames(bytes, bytes.readerIndex() + matching);
      }
      context.fireChannelRead(bytes);
    } else if (matched > FIRST_LINE_LENGTH
        || bytes.getByte(bytes.readerIndex() + matching) <= ' ') {
      // Neither HTTP/2 nor the first line of a request. Vert.x's decoder must not interpret it as
      // one.
      bytes.release();
      var unusedClose = context.close();
    } else {
      matched = PREFACE.length;
      context.fireChannelRead(bytes.readRetainedSlice(matching + 1));
      ChannelPipeline pipeline = context.pipeline();
      if (pipeline.get(DECODER) instanceof VertxHttpRequestDecoder) {
        var unusedDecoder = pipeline.replace(DECODER, DECODER, new StrictHttpDecoder(shedder));
      }
      context.fireChannelRead(bytes);
    }
  }

  /** A client may send some before a request. */
  private static void skipEmptyLines(ByteBuf bytes) {
    while (bytes.isReadable() && isLineEnd(bytes.getByte(bytes.readerIndex()))) {
      bytes.skipBytes(1);
    }
  }

  private static boolean isLineEnd(byte each) {
    return each == '\r' || each == '\n';
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    TrackedConnection closed = connection;
    if (closed != null) {
      shedder.connections().remove(closed);
    }
    unfinished.finish();
    context.fireChannelInactive();
  }
}
