// SPDX-License-Identifier: Apache-2.0
package io.weir.server;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Handles SIGTERM and Ctrl-C. The first signal ends the process; later ones, which the JVM would ignore, are reported
 * to a callback.
 */
final class ShutdownSignals {
  /*
   * The shutdown work runs before the JVM begins to shut down, because from then on java.util.logging drops all log
   * records.
   *
   * Only sun.misc.Signal can report a second signal. Every JDK has it, but the compiler warns about it, so it is
   * called through reflection. If it is missing, or the JVM runs with signal handling disabled (-Xrs), the JVM's own
   * handling stays in place.
   */

  private static final Logger LOG = System.getLogger(ShutdownSignals.class.getName());

  private final Consumer<String> onFirst;
  private final Runnable onRepeat;
  private final AtomicBoolean isEnding = new AtomicBoolean();

  private ShutdownSignals(Consumer<String> onFirst, Runnable onRepeat) {
    this.onFirst = onFirst;
    this.onRepeat = onRepeat;
  }

  /**
   * Installs the handlers. {@code onFirst} receives the first signal's name before the process ends; {@code onRepeat}
   * runs at each later signal.
   */
  static void install(Consumer<String> onFirst, Runnable onRepeat) {
    ShutdownSignals signals = new ShutdownSignals(onFirst, onRepeat);
    signals.install("TERM", 143);
    signals.install("INT", 130);
  }

  private void install(String name, int exit) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> listener = Class.forName("sun.misc.SignalHandler");
      Object own = Proxy.newProxyInstance(
          ShutdownSignals.class.getClassLoader(),
          new Class<?>[] {listener},
          (proxy, method, values) -> {
            if (method.getName().equals("handle")) {
              onSignal("SIG" + name, exit);
            }
            return null;
          });
      signal
          .getMethod("handle", signal, listener)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), own);
    } catch (ReflectiveOperationException e) {
      Throwable cause =
          e instanceof InvocationTargetException && e.getCause() != null ? e.getCause() : e;
      LOG.log(
          Level.DEBUG,
          "No handler could be installed for SIG{0}, so the JVM handles it: {1}",
          name,
          cause);
    }
  }

  private void end(String signal, int exit) {
    try {
      onFirst.accept(signal);
    } finally {
      System.exit(exit);
    }
  }

  private void onSignal(String signal, int exit) {
    if (isEnding.compareAndSet(false, true)) {
      // Runs on its own thread: shutdown blocks, and a second signal must still be received
      // meanwhile.
      Thread ending = new Thread(() -> end(signal, exit), "weir-stop");
      ending.setDaemon(true);
      ending.start();
    } else {
      onRepeat.run();
    }
  }
}
