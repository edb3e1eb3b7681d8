// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A synchronous Redis client that sends one command at a time and waits for the reply. Not thread-safe. */
public final class RedisConsole implements AutoCloseable {
  /** Thrown when the server rejects a command; contains the server's message. */
  public static final class RedisError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RedisError(String message) {
      super(message);
    }
  }

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int DEFAULT_PORT = 6379;

  private final Socket socket;
  private final InputStream in;

  private RedisConsole(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  /** Connects to {@code redis://[[user]:password@]host[:port][/database]}. */
  public static RedisConsole connect(String uri) {
    return connect(uri, TIMEOUT);
  }

  /** Connects with a time-out for the connection and for every reply. */
  public static RedisConsole connect(String uri, Duration timeout) {
    URI parsed = URI.create(uri);
    if (!"redis".equals(parsed.getScheme()) || parsed.getHost() == null) {
      throw new IllegalArgumentException("not a URI such as redis://host:port: " + uri);
    }
    int millis = Math.toIntExact(timeout.toMillis());
    int port = parsed.getPort() < 0 ? DEFAULT_PORT : parsed.getPort();
    Socket socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(millis);
      socket.connect(new InetSocketAddress(parsed.getHost(), port), millis);
      RedisConsole console = new RedisConsole(socket);
      console.authenticate(parsed);
      return console;
    } catch (IOException e) {
      closeQuietly(socket);
      throw new UncheckedIOException("no Redis at " + parsed.getHost() + ":" + port, e);
    } catch (RuntimeException e) {
      closeQuietly(socket);
      throw e;
    }
  }

  private void authenticate(URI uri) {
    String login = uri.getUserInfo();
    if (login != null) {
      String user = login.substring(0, Math.max(0, login.indexOf(':')));
      call("AUTH", user.isEmpty() ? "default" : user, login.substring(login.indexOf(':') + 1));
    }
    if (uri.getPath().length() > 1) {
      call("SELECT", uri.getPath().substring(1));
    }
  }

  /**
   * Returns the reply: a text, a {@link Long}, a list of replies, or null for nil. Throws {@link RedisError} on an
   * error reply.
   */
  public @Nullable Object call(String... words) {
    try {
      ByteArrayOutputStream request = new ByteArrayOutputStream();
      request.writeBytes(utf8("*" + words.length + "\r\n"));
      for (String word : words) {
        byte[] bytes = utf8(word);
        request.writeBytes(utf8("$" + bytes.length + "\r\n"));
        request.writeBytes(bytes);
        request.writeBytes(utf8("\r\n"));
      }
      request.writeTo(socket.getOutputStream());
      return reply();
    } catch (IOException e) {
      throw new UncheckedIOException("no reply to " + words[0], e);
    }
  }

  /** Returns the reply as text, whatever its type. */
  public String text(String... words) {
    return String.valueOf(call(words));
  }

  /** Returns the value of a field in the server's INFO, such as {@code process_id} in section {@code server}. */
  public String info(String section, String field) {
    return text("INFO", section)
        .lines()
        .filter(line -> line.startsWith(field + ":"))
        .map(line -> line.substring(field.length() + 1))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no " + field + " in INFO " + section));
  }

  private @Nullable Object reply() throws IOException {
    String line = line();
    String rest = line.substring(1);
    return switch (line.charAt(0)) {
      case '+' -> rest;
      case '-' -> throw new RedisError(rest);
      case ':' -> Long.valueOf(rest);
      case '$' -> bulk(Integer.parseInt(rest));
      case '*' -> replies(Integer.parseInt(rest));
      default -> throw new IOException("not a reply: " + line);
    };
  }

  private @Nullable String bulk(int length) throws IOException {
    if (length < 0) {
      return null;
    }
    byte[] bytes = in.readNBytes(length + 2);
    if (bytes.length < length + 2) {
      throw new EOFException("connection closed within a reply");
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  private @Nullable List<@Nullable Object> replies(int count) throws IOException {
    if (count < 0) {
      return null;
    }
    List<@Nullable Object> all = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      all.add(reply());
    }
    return all;
  }

  private String line() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\r'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("connection closed before a reply");
      }
      bytes.write(next);
    }
    in.skipNBytes(1);
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // Nothing was sent on this connection yet.
    }
  }

  @Override
  public void close() {
    closeQuietly(socket);
  }
}
