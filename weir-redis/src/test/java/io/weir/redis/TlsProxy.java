// SPDX-License-Identifier: Apache-2.0
package io.weir.redis;

import io.weir.testkit.servers.Eventually;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A proxy that accepts TLS connections for a local server without TLS, with a self-signed certificate. */
final class TlsProxy implements AutoCloseable {
  static final String PASSWORD = "changeit";

  private final Path store;
  private final int targetPort;
  private final ServerSocket serverSocket;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

  private TlsProxy(Path store, int targetPort) throws IOException, GeneralSecurityException {
    this.store = store;
    this.targetPort = targetPort;
    KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    this.serverSocket = context
        .getServerSocketFactory()
        .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  /** Opens a proxy with a key store in this folder. */
  static TlsProxy open(Path folder, int targetPort) {
    Path store = folder.resolve("keys.p12");
    try {
      makeKey(store);
      TlsProxy opened = new TlsProxy(store, targetPort);
      opened.run(opened::acceptAll);
      return opened;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void makeKey(Path store) throws IOException {
    Path log = Files.createTempFile(store.getParent(), "keytool", ".log");
    Process keytool = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            "door",
            "-keyalg",
            "EC",
            "-validity",
            "2",
            "-storetype",
            "PKCS12",
            "-keystore",
            store.toString(),
            "-storepass",
            PASSWORD,
            "-dname",
            "CN=localhost",
            "-ext",
            "san=dns:localhost,ip:127.0.0.1")
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
    Eventually.until("a key is made", () -> !keytool.isAlive());
    if (keytool.exitValue() != 0) {
      throw new IOException(Files.readString(log));
    }
  }

  /** Returns the key store with the certificate to trust. */
  Path store() {
    return store;
  }

  int port() {
    return serverSocket.getLocalPort();
  }

  private void run(Runnable work) {
    Thread thread = new Thread(work, "tls-door");
    thread.setDaemon(true);
    thread.start();
  }

  private void acceptAll() {
    while (!serverSocket.isClosed()) {
      try {
        Socket client = serverSocket.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), targetPort);
        sockets.add(client);
        sockets.add(server);
        run(() -> carry(client, server));
        run(() -> carry(server, client));
      } catch (IOException e) {
        // Closed by either side.
      }
    }
  }

  private static void carry(Socket from, Socket to) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] chunk = new byte[8_192];
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        out.write(chunk, 0, read);
        out.flush();
      }
    } catch (IOException e) {
      // One side has disconnected, or does not trust the other.
    }
  }

  @Override
  public void close() {
    try {
      serverSocket.close();
      for (Socket socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
