// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client.http;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A response that keeps its status and headers and discards its body. */
public final class StubResponse extends HttpServletResponseWrapper {
  private static final HttpServletResponse REST = UnsupportedCalls.as(HttpServletResponse.class);

  private final Map<String, String> headers = new HashMap<>();
  private int status = SC_OK;

  /** A response without a status yet. */
  public StubResponse() {
    super(REST);
  }

  @Override
  public void setStatus(int status) {
    this.status = status;
  }

  @Override
  public int getStatus() {
    return status;
  }

  @Override
  public void setHeader(String name, String value) {
    headers.put(name, value);
  }

  @Override
  public void addHeader(String name, String value) {
    headers.merge(name, value, (before, more) -> before + ", " + more);
  }

  @Override
  public @Nullable String getHeader(String name) {
    return headers.get(name);
  }

  @Override
  public void setContentType(String type) {
    headers.put("Content-Type", type);
  }

  @Override
  public void setContentLength(int length) {
    headers.put("Content-Length", Integer.toString(length));
  }

  @Override
  public void flushBuffer() {}

  @Override
  public boolean isCommitted() {
    return false;
  }

  @Override
  public PrintWriter getWriter() {
    return new PrintWriter(Writer.nullWriter());
  }

  @Override
  public ServletOutputStream getOutputStream() {
    return new DiscardingStream();
  }

  private static final class DiscardingStream extends ServletOutputStream {
    @Override
    public void write(int octet) {}

    @Override
    public void write(byte[] bytes, int from, int length) {}

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setWriteListener(WriteListener listener) {
      throw new UnsupportedOperationException("unexpected asynchronous call");
    }
  }
}
