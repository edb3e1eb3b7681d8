// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers;

import io.weir.testkit.servers.local.BoundedWait;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Stands between clients and a server on this machine, and does to their connections what networks do. A connection
 * exists for the proxy when it has let it in, which {@link #connections} shows and any reply proves; a client may
 * think so a little earlier.
 */
public final class FaultProxy implements AutoCloseable {
  /*
   * A connection is a link of two pumps, each a thread that reads from one side and writes to the other. Bytes of a
   * connection are only ever lost together with all that follow: TCP never leaves out something from the middle, and a
   * client that got a reply to an earlier question would be right to be confused. So a link that has become a black
   * hole stays one until it is closed.
   */
  private static final int CHUNK = 16 * 1024;
  private static final Duration NO_TIMEOUT = Duration.ofDays(1);
  private static final Duration END = Duration.ofSeconds(10);

  private final int targetPort;
  private final ServerSocket serverSocket;
  private final Set<ProxiedConnection> links = ConcurrentHashMap.newKeySet();
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private final AtomicLong accepted = new AtomicLong();

  // Written by the test, read by the pumps; each stands for itself.
  private volatile long delayMillis;
  private volatile boolean blackHole;
  private volatile boolean frozen;
  private volatile boolean refusing;
  private volatile long newAllowance = Long.MAX_VALUE;

  private FaultProxy(int targetPort) throws IOException {
    this.targetPort = targetPort;
    this.serverSocket = new ServerSocket(0, 0, loopback());
  }

  /** Starts a proxy, without faults as yet, to this port of this machine. */
  public static FaultProxy start(int targetPort) {
    try {
      FaultProxy proxy = new FaultProxy(targetPort);
      proxy.run("door", proxy::acceptAll);
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The port to which clients connect. */
  public int port() {
    return serverSocket.getLocalPort();
  }

  /** For clients of Redis, such as {@code redis://127.0.0.1:12345}. */
  public String uri() {
    return "redis://127.0.0.1:" + port();
  }

  /** How many connections are open now. */
  public int connections() {
    return links.size();
  }

  /** How many connections were made since the start, refused ones included. */
  public long accepted() {
    return accepted.get();
  }

  /** Holds every chunk back for so long, each way; what comes meanwhile waits for its turn, so up to twice as long. */
  public void delayMillis(long millis) {
    delayMillis = millis;
  }

  /** Swallows both ways what existing and new connections carry, which stay open. When it ends, only new ones pass. */
  public void blackHole(boolean on) {
    blackHole = on;
    if (on) {
      blackHoleExisting();
    }
  }

  /** Swallows both ways what the existing connections carry from now on; new ones pass. */
  public void blackHoleExisting() {
    links.forEach(ProxiedConnection::lose);
  }

  /** Swallows all further replies on the existing connections, while the server goes on to get their requests. */
  public void loseReplies() {
    links.forEach(proxiedConnection -> proxiedConnection.repliesLost = true);
  }

  /** Holds back what all connections carry, until it is thawed; then it is delivered, however late. */
  public void freeze(boolean on) {
    frozen = on;
  }

  /** Closes new connections at once. */
  public void refuse(boolean on) {
    refusing = on;
  }

  /** Closes all connections now. */
  public void cut() {
    links.forEach(ProxiedConnection::close);
  }

  /** Closes each existing connection when so many more bytes have gone through it to the server. */
  public void cutAfterBytes(long bytes) {
    links.forEach(proxiedConnection -> proxiedConnection.allowance.set(Math.max(0, bytes)));
  }

  /**
   * The same for connections that are made from now on too, each by its own count. A client with a pool may use one
   * that it makes only now. {@link Long#MAX_VALUE} ends it.
   */
  public void cutEachAfterBytes(long bytes) {
    newAllowance = Math.max(0, bytes);
    cutAfterBytes(bytes);
  }

  /** Closes all connections and returns when no thread is left. */
  @Override
  public void close() {
    closeQuietly(serverSocket);
    cut();
    boolean ended = BoundedWait.until(END, () -> {
      cut();
      return threads.isEmpty();
    });
    if (!ended && !Thread.currentThread().isInterrupted()) {
      throw new IllegalStateException("threads of the proxy did not end within " + END);
    }
  }

  private void run(String name, Runnable work) {
    Thread thread = new Thread(
        () -> {
          try {
            work.run();
          } finally {
            threads.remove(Thread.currentThread());
          }
        },
        "fault-proxy-" + port() + "-" + name);
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  private void acceptAll() {
    while (!serverSocket.isClosed()) {
      try {
        accept(serverSocket.accept());
      } catch (IOException e) {
        // The door was closed, or a client had gone before it was let in.
      }
    }
  }

  private void accept(Socket client) {
    accepted.incrementAndGet();
    if (refusing) {
      closeQuietly(client);
      return;
    }
    try {
      client.setTcpNoDelay(true);
      ProxiedConnection proxiedConnection =
          new ProxiedConnection(client, blackHole ? null : new Socket(loopback(), targetPort));
      links.add(proxiedConnection);
      proxiedConnection.allowance.set(newAllowance);
      if (blackHole) {
        // It may have begun while this one was on its way into the set.
        proxiedConnection.lose();
      }
      run("requests", proxiedConnection::carryRequests);
      run("replies", proxiedConnection::carryReplies);
    } catch (IOException e) {
      // The server is away: to the client this looks as if it had closed the connection.
      closeQuietly(client);
    }
  }

  private static InetAddress loopback() {
    return InetAddress.getLoopbackAddress();
  }

  private static void closeQuietly(@Nullable AutoCloseable closeable) {
    try {
      if (closeable != null) {
        closeable.close();
      }
    } catch (Exception e) {
      // It is as good as closed: nobody uses it any more.
    }
  }

  /** One connection through the proxy. */
  private final class ProxiedConnection {
    private final Socket client;

    /** Null if the link was born in a black hole. */
    private final @Nullable Socket server;

    /** How many bytes may still go to the server. */
    private final AtomicLong allowance = new AtomicLong(Long.MAX_VALUE);

    // Written by the test and never reset, read by the pumps.
    private volatile boolean requestsLost;
    private volatile boolean repliesLost;

    ProxiedConnection(Socket client, @Nullable Socket server) throws IOException {
      this.client = client;
      this.server = server;
      if (server != null) {
        server.setTcpNoDelay(true);
      }
    }

    void carryRequests() {
      try {
        byte[] chunk = new byte[CHUNK];
        InputStream in = client.getInputStream();
        OutputStream out =
            server == null ? OutputStream.nullOutputStream() : server.getOutputStream();
        for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
          hold();
          if (requestsLost) {
            continue;
          }
          int passing = (int) Math.min(read, allowance.get());
          out.write(chunk, 0, passing);
          if (allowance.addAndGet(-passing) <= 0) {
            break;
          }
        }
        hold();
      } catch (IOException e) {
        // One side has gone, or the link was cut.
      }
      close();
    }

    void carryReplies() {
      if (server == null) {
        return;
      }
      try {
        byte[] chunk = new byte[CHUNK];
        InputStream in = server.getInputStream();
        OutputStream out = client.getOutputStream();
        for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
          hold();
          if (!repliesLost) {
            out.write(chunk, 0, read);
          }
        }
        hold();
      } catch (IOException e) {
        // As above.
      }
      if (!repliesLost) {
        close();
      }
    }

    void lose() {
      requestsLost = true;
      repliesLost = true;
    }

    private void hold() {
      BoundedWait.until(Duration.ofMillis(delayMillis), client::isClosed);
      BoundedWait.until(NO_TIMEOUT, () -> !frozen || client.isClosed());
    }

    void close() {
      closeQuietly(client);
      closeQuietly(server);
      links.remove(this);
    }
  }
}
