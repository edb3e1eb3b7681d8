// SPDX-License-Identifier: Apache-2.0
package io.weir.server.rig;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A raw connection, over which anything can be sent, HTTP or not. */
public final class RawSocket implements AutoCloseable {
  /** Far longer than a server may take for anything. A test that waits this long has found a hang. */
  private static final int TIMEOUT_MILLIS = 30_000;

  private final Socket socket;
  private final InputStream in;

  /** Connects to a server on this machine. */
  public RawSocket(int port) {
    try {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.setTcpNoDelay(true);
      in = new BufferedInputStream(socket.getInputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns a request for an operation up to its body, with this key and these further lines, and a length if the
   * lines contain none.
   */
  public static String head(String operation, String key, String... lines) {
    return "POST /v2/ratelimit." + operation + " HTTP/1.1\r\nHost: weir\r\nAuthorization: Bearer "
        + key
        + "\r\nContent-Type: application/json\r\n"
        + String.join("", List.of(lines).stream().map(each -> each + "\r\n").toList()) + "\r\n";
  }

  /** Returns a complete request for a check, with the key that has all permissions. */
  public static String check(String namespace, String identifier, long limit) {
    return ask("limit", TestApiServer.KEY, RawHttpClient.check(namespace, identifier, limit));
  }

  /** Returns a complete request for an operation. */
  public static String ask(String operation, String key, String body) {
    return head(operation, key, "Content-Length: " + body.length()) + body;
  }

  /** Returns a complete GET request for a path. */
  public static String look(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: weir\r\n\r\n";
  }

  /** Sends these characters, each as a byte. False if the other side has closed the connection. */
  public boolean send(String text) {
    return send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Sends these bytes. False if the other side has closed the connection. */
  public boolean send(byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Closes the output, so that nothing more can be sent. */
  public void finish() {
    try {
      socket.shutdownOutput();
    } catch (IOException e) {
      // The connection is closed, so nothing more can be sent.
    }
  }

  /** Returns the next response, which must come. */
  public ApiReply read() {
    ApiReply apiReply = tryRead();
    if (apiReply == null) {
      throw new AssertionError("the connection was closed without an answer");
    }
    return apiReply;
  }

  /** Returns the next response; null if the connection is closed instead. */
  public @Nullable ApiReply tryRead() {
    return tryRead(true);
  }

  /** Returns the next response to a request without a response body. */
  public @Nullable ApiReply tryReadHead() {
    return tryRead(false);
  }

  private @Nullable ApiReply tryRead(boolean hasBody) {
    try {
      String status = line();
      if (status == null) {
        return null;
      }
      Map<String, List<String>> headers = headers();
      int code = Integer.parseInt(status.split(" ", 3)[1]);
      boolean isFinal = hasBody && code >= 200;
      return new ApiReply(code, headers, isFinal ? body(headers) : "");
    } catch (SocketTimeoutException e) {
      throw new AssertionError("no answer, and no end of the connection", e);
    } catch (SocketException e) {
      return null; // reset
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Map<String, List<String>> headers() throws IOException {
    Map<String, List<String>> headers = new TreeMap<>();
    for (String line = line(); line != null && !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers
          .computeIfAbsent(
              line.substring(0, colon).toLowerCase(Locale.ROOT), name -> new ArrayList<>())
          .add(line.substring(colon + 1).strip());
    }
    return headers;
  }

  private String body(Map<String, List<String>> headers) throws IOException {
    List<String> length = headers.getOrDefault("content-length", List.of());
    if (length.size() != 1) {
      throw new AssertionError("an answer without a length: " + headers);
    }
    byte[] bytes = in.readNBytes(Integer.parseInt(length.get(0)));
    if (bytes.length != Integer.parseInt(length.get(0))) {
      throw new AssertionError("an answer that was cut off");
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private @Nullable String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int each = in.read(); each != '\n'; each = in.read()) {
      if (each < 0) {
        if (line.size() > 0) {
          throw new AssertionError("an answer that was cut off: " + line);
        }
        return null;
      }
      if (each != '\r') {
        line.write(each);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  /** Returns all responses up to the end of the connection, each complete. */
  public List<ApiReply> readAll() {
    List<ApiReply> replies = new ArrayList<>();
    for (ApiReply apiReply = tryRead(); apiReply != null; apiReply = tryRead()) {
      if (apiReply.status() >= 200) {
        replies.add(apiReply.whole());
      }
    }
    return replies;
  }

  /** Returns this many bytes, or fewer if the connection ends before. */
  public byte[] readBytes(int count) {
    try {
      return in.readNBytes(count);
    } catch (SocketTimeoutException e) {
      throw new AssertionError("neither bytes nor an end of the connection", e);
    } catch (IOException e) {
      return new byte[0]; // reset
    }
  }

  /** Returns everything up to the end of the connection, which must come. */
  public byte[] readToEnd() {
    try {
      return in.readAllBytes();
    } catch (SocketTimeoutException e) {
      throw new AssertionError("no end of the connection", e);
    } catch (IOException e) {
      return new byte[0]; // reset
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // It is closed anyway.
    }
  }
}
