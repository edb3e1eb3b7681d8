// SPDX-License-Identifier: Apache-2.0
package io.weir.server;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Hears SIGTERM and Ctrl-C. The first ends the process; a later one, which the JVM would ignore, is passed on. */
final class ShutdownSignals {
  /*
   * What is to be done at the end is done before the JVM begins to shut down: from then on, java.util.logging drops what is
   * logged.
   *
   * The only way to hear a second signal is sun.misc.Signal, which every JDK has but the compiler warns of. So it is called
   * by its name; where it is missing, or the JVM was told to leave signals alone, the JVM's own handling stays.
   */

  private static final Logger LOG = System.getLogger(ShutdownSignals.class.getName());

  private final Consumer<String> onFirst;
  private final Runnable onRepeat;
  private final AtomicBoolean isEnding = new AtomicBoolean();

  private ShutdownSignals(Consumer<String> onFirst, Runnable onRepeat) {
    this.onFirst = onFirst;
    this.onRepeat = onRepeat;
  }

  /** Tells the first of the signal before the process ends, and runs the second when somebody asks for the end again. */
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
      // Not here: the end waits, and a second signal has to be heard meanwhile.
      Thread ending = new Thread(() -> end(signal, exit), "weir-stop");
      ending.setDaemon(true);
      ending.start();
    } else {
      onRepeat.run();
    }
  }
}
