// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** An nginx that answers every request with status 200 and the same body: the cost of HTTP alone. */
public final class NginxServer implements MeasuredServer {
  private static final long START_NANOS = TimeUnit.SECONDS.toNanos(15);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** One worker, which such a load does not saturate; no log, and persistent connections. */
  private static final String SETTINGS = """
      worker_processes 1;
      daemon off;
      pid %1$s/nginx.pid;
      error_log %1$s/error.log error;
      events { worker_connections 1024; }
      http {
        access_log off;
        client_body_temp_path %1$s/body;
        proxy_temp_path %1$s/proxy;
        fastcgi_temp_path %1$s/fastcgi;
        uwsgi_temp_path %1$s/uwsgi;
        scgi_temp_path %1$s/scgi;
        keepalive_requests 1000000000;
        default_type application/json;
        server {
          listen 127.0.0.1:%2$d;
          listen 127.0.0.1:%3$d http2;
          location / { return 200 '%4$s'; }
        }
      }
      """;

  private final ChildProcess childProcess;
  private final int port;
  private final int http2Port;

  private NginxServer(ChildProcess childProcess, int port, int http2Port) {
    this.childProcess = childProcess;
    this.port = port;
    this.http2Port = http2Port;
  }

  /** Starts nginx in this folder. The body must not contain single quotes, backslashes or dollar signs. */
  public static NginxServer start(Path program, Path folder, String body) {
    int port = ChildProcess.freePort();
    int http2Port = ChildProcess.freePort();
    Path settings = folder.resolve("nginx.conf");
    try {
      Files.writeString(settings, SETTINGS.formatted(folder, port, http2Port, body));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ProcessBuilder command =
        new ProcessBuilder(program.toString(), "-p", folder.toString(), "-c", settings.toString());
    ChildProcess childProcess =
        ChildProcess.start(command.redirectOutput(ProcessBuilder.Redirect.DISCARD), folder);
    NginxServer nginx = new NginxServer(childProcess, port, http2Port);
    nginx.awaitStart();
    return nginx;
  }

  private void awaitStart() {
    long began = System.nanoTime();
    while (!isListening()) {
      if (!childProcess.process().isAlive() || System.nanoTime() - began > START_NANOS) {
        close();
        throw childProcess.failure("nginx did not start");
      }
      LockSupport.parkNanos(this, POLL_NANOS);
    }
  }

  private boolean isListening() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public String label() {
    return "nginx, static answer";
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public int http2Port() {
    return http2Port;
  }

  /** Nginx ignores the key. It makes requests as long as those to Weir. */
  @Override
  public String key() {
    return "nobody-asks-for-this-key-1234567";
  }

  @Override
  public ProcessUsage usage() {
    return ProcessUsage.of(childProcess.process().toHandle());
  }

  @Override
  public void close() {
    childProcess.close();
  }
}
