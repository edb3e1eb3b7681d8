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
 * A connection from its first moment: counted, and ended if its first request has no complete head in time. Vert.x tells of
 * a connection only then, since until then it may turn out to speak HTTP/2; somebody who drips a head byte by byte would
 * never be seen.
 */
final class ConnectionGuard extends ChannelInboundHandlerAdapter {
  /** What a connection begins with that speaks HTTP/2, and no other. */
  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  /** The length of the preface's first line, without its end. */
  private static final int FIRST_LINE_LENGTH = 14;

  /** What Vert.x calls its own decoder. */
  private static final String DECODER = "httpDecoder";

  /** Finds in what comes over HTTP/2 what is unfinished: a frame, or a head that goes on in the next one. */
  private static final class FrameScanner {
    private static final int HEAD = 9;
    private static final int HEADERS = 1;
    private static final int CONTINUATION = 9;
    private static final int END_HEADERS = 4;

    /** Bytes of this frame's own head that have come. */
    private int received;

    private int length;
    private int type;
    private int flags;

    /** Bytes of this frame that are to come behind its head. */
    private int remaining;

    /** Bytes of a request's head that goes on. */
    private long before;

    /** Reads what has come, from this index on. True if something was finished. */
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

  /** There once it is known that HTTP/2 is spoken. */
  private @Nullable FrameScanner frameScanner;

  /** How many bytes of the preface have come; all of them once it is known what is spoken. */
  private int matched;

  ConnectionGuard(LoadShedder shedder) {
    this.shedder = shedder;
    this.unfinished = new PendingHead(shedder);
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    TrackedConnection arrived = new TrackedConnection(context.channel(), shedder.connections());
    connection = arrived;
    if (!shedder.connections().add(arrived)) {
      arrived.close();
    } else {
      var unusedTimer = context
          .executor()
          .schedule(() -> closeUnlessActive(arrived), shedder.headMillis(), TimeUnit.MILLISECONDS);
    }
    context.fireChannelActive();
  }

  private static void closeUnlessActive(TrackedConnection arrived) {
    if (!arrived.isActive()) {
      arrived.close();
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

  /** What began before this one, and is finished, does not make what goes on any older. */
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

  /** Lets Vert.x see the byte that shows that this is not HTTP/2, and changes its decoder before it sees more. */
  private void readFirst(ChannelHandlerContext context, ByteBuf bytes) {
    if (matched == 0) {
      skipEmptyLines(bytes);
    }
    int same = 0;
    while (matched < PREFACE.length
        && same < bytes.readableBytes()
        && bytes.getByte(bytes.readerIndex() + same) == PREFACE[matched]) {
      same++;
      matched++;
    }
    if (matched == PREFACE.length || same == bytes.readableBytes()) {
      if (matched == PREFACE.length) {
        frameScanner = new FrameScanner();
        readFrames(bytes, bytes.readerIndex() + same);
      }
      context.fireChannelRead(bytes);
    } else if (matched > FIRST_LINE_LENGTH || bytes.getByte(bytes.readerIndex() + same) <= ' ') {
      // Neither HTTP/2 nor the first line of a request. Vert.x's decoder must not make one of it.
      bytes.release();
      var unusedEnd = context.close();
    } else {
      matched = PREFACE.length;
      context.fireChannelRead(bytes.readRetainedSlice(same + 1));
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
    TrackedConnection gone = connection;
    if (gone != null) {
      shedder.connections().remove(gone);
    }
    unfinished.finish();
    context.fireChannelInactive();
  }
}
