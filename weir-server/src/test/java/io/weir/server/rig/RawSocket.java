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

/** A bare connection: what is sent over it need not be HTTP. */
public final class RawSocket implements AutoCloseable {
  /** Long beyond anything that a server may take its time for. Whoever waits as long has found a hang. */
  private static final int TIMEOUT_MILLIS = 30_000;

  private final Socket socket;
  private final InputStream in;

  /** To a server on this machine. */
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

  /** A request for an operation, up to its body: this key, these further lines, a length if there is none among them. */
  public static String head(String operation, String key, String... lines) {
    return "POST /v2/ratelimit." + operation + " HTTP/1.1\r\nHost: weir\r\nAuthorization: Bearer "
        + key
        + "\r\nContent-Type: application/json\r\n"
        + String.join("", List.of(lines).stream().map(each -> each + "\r\n").toList()) + "\r\n";
  }

  /** A whole request for a check by the key that may do everything. */
  public static String check(String namespace, String identifier, long limit) {
    return ask("limit", TestApiServer.KEY, RawHttpClient.check(namespace, identifier, limit));
  }

  /** A whole request for an operation. */
  public static String ask(String operation, String key, String body) {
    return head(operation, key, "Content-Length: " + body.length()) + body;
  }

  /** A whole request to look at a path. */
  public static String look(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: weir\r\n\r\n";
  }

  /** Sends these characters, each as a byte. False when the other side has gone. */
  public boolean send(String text) {
    return send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Sends these bytes. False when the other side has gone. */
  public boolean send(byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Says that nothing more will come. */
  public void finish() {
    try {
      socket.shutdownOutput();
    } catch (IOException e) {
      // It is finished all the more.
    }
  }

  /** The next answer, which must come. */
  public ApiReply read() {
    ApiReply apiReply = tryRead();
    if (apiReply == null) {
      throw new AssertionError("the connection was closed without an answer");
    }
    return apiReply;
  }

  /** The next answer; null when the connection is closed instead. */
  public @Nullable ApiReply tryRead() {
    return tryRead(true);
  }

  /** The next answer to a request that wants no body. */
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

  /** All answers up to the end of the connection, each of them whole. */
  public List<ApiReply> readAll() {
    List<ApiReply> replies = new ArrayList<>();
    for (ApiReply apiReply = tryRead(); apiReply != null; apiReply = tryRead()) {
      if (apiReply.status() >= 200) {
        replies.add(apiReply.whole());
      }
    }
    return replies;
  }

  /** So many bytes, or fewer if the connection ends before. */
  public byte[] readBytes(int count) {
    try {
      return in.readNBytes(count);
    } catch (SocketTimeoutException e) {
      throw new AssertionError("neither bytes nor an end of the connection", e);
    } catch (IOException e) {
      return new byte[0]; // reset
    }
  }

  /** Reads whatever comes up to the end of the connection, which must come. */
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
      // It is closed all the same.
    }
  }
}
