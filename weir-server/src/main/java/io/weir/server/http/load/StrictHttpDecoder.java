// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http.load;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpConstants;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.util.AsciiString;
import io.vertx.core.http.impl.http1.VertxHttpRequestDecoder;
import java.util.Iterator;
import java.util.List;

/**
 * An HTTP/1 decoder that works like Vert.x's, but rejects heads that other software may interpret differently: those
 * with folded headers, and those with no host or several. It also rejects heads with too many fields, and counts the
 * memory of unfinished ones. Upgrade requests are ignored, so that a proxy that filters paths sees every path.
 */
final class StrictHttpDecoder extends VertxHttpRequestDecoder {
  /** The memory that a field takes besides its bytes: an entry, a name and a value. */
  private static final long FIELD_BYTES = 128;

  private static final String INVALID_HOST_CHARS = " \t,/?#@\\\"<>^`{|}";

  /** Whether the next byte belongs to a head. */
  private boolean isInHead = true;

  /** Whether the last byte that was read ended a line of the head. */
  private boolean isAfterLine;

  /** Whether a line of this head began with a space or a tab. */
  private boolean isFolded;

  /** Whether the input was not HTTP: then nothing of what follows is kept. */
  private boolean isBroken;

  /** The number of fields of this head, and of the trailer. */
  private int fields;

  /** Bytes of this head that were read. */
  private long headBytes;

  private final PendingHead unfinished;

  StrictHttpDecoder(LoadShedder loadShedder) {
    super(loadShedder.http1());
    this.unfinished = new PendingHead(loadShedder);
  }

  /** Returns the memory that a head takes. */
  static long weight(long bytes, int fields) {
    return bytes + FIELD_BYTES * fields;
  }

  /** Called for each field. An exception becomes the decoding failure of the head. */
  @Override
  protected AsciiString splitHeaderName(byte[] line, int start, int length) {
    fields++;
    if (fields > LoadShedder.MAX_HEADER_FIELDS) {
      throw new TooLongHttpHeaderException(
          "more than " + LoadShedder.MAX_HEADER_FIELDS + " header fields");
    }
    return super.splitHeaderName(line, start, length);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) throws Exception {
    long bytes = isInHead && !isBroken ? headBytes + actualReadableBytes() : 0;
    unfinished.reserve(context.channel(), bytes == 0 ? 0 : weight(bytes, fields));
    super.channelReadComplete(context);
  }

  @Override
  protected void handlerRemoved0(ChannelHandlerContext context) throws Exception {
    unfinished.finish();
    super.handlerRemoved0(context);
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf buffer, List<Object> out)
      throws Exception {
    int from = buffer.readerIndex();
    int known = out.size();
    super.decode(context, buffer, out);
    if (isInHead) {
      // A single call never reads beyond the end of a head.
      findFold(buffer, from, buffer.readerIndex());
      headBytes += buffer.readerIndex() - from;
    }
    for (int i = known; i < out.size(); i++) {
      Object each = out.get(i);
      if (each instanceof HttpRequest request) {
        isInHead = false;
        headBytes = 0;
        unfinished.finish();
        isBroken |= request.decoderResult().isFailure();
        validate(request);
      }
      if (each instanceof LastHttpContent) {
        isInHead = true;
        fields = 0;
        isAfterLine = false;
        isFolded = false;
      }
    }
  }

  private void findFold(ByteBuf buffer, int from, int to) {
    int next = from;
    while (next < to) {
      if (isAfterLine) {
        byte first = buffer.getByte(next);
        isFolded |= first == HttpConstants.SP || first == HttpConstants.HT;
      }
      int lineFeed = buffer.indexOf(next, to, HttpConstants.LF);
      isAfterLine = lineFeed >= 0;
      next = isAfterLine ? lineFeed + 1 : to;
    }
  }

  private void validate(HttpRequest request) {
    if (!request.decoderResult().isSuccess()) {
      return;
    }
    if (isFolded) {
      fail(request, "a header is folded");
    } else if (!hasOneHost(request)) {
      fail(request, "there must be one host");
    } else if (request.headers().contains(HttpHeaderNames.UPGRADE)) {
      request.headers().remove(HttpHeaderNames.UPGRADE);
    }
  }

  private static void fail(HttpRequest request, String reason) {
    request.setDecoderResult(DecoderResult.failure(new IllegalArgumentException(reason)));
  }

  private static boolean hasOneHost(HttpRequest request) {
    Iterator<? extends CharSequence> hosts =
        request.headers().valueCharSequenceIterator(HttpHeaderNames.HOST);
    if (!hosts.hasNext()) {
      return request.protocolVersion().equals(HttpVersion.HTTP_1_0);
    }
    CharSequence host = hosts.next();
    return !hosts.hasNext() && isHost(host);
  }

  private static boolean isHost(CharSequence text) {
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (each < ' ' || each > '~' || INVALID_HOST_CHARS.indexOf(each) >= 0) {
        return false;
      }
    }
    return true;
  }
}
