// SPDX-License-Identifier: Apache-2.0
package io.weir.server;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;

/** Hears SIGTERM and Ctrl-C. The first ends the process; a later one, which the JVM would ignore, is passed on. */
final class StopSignals {
  /*
   * What is to be done at the end is done before the JVM begins to shut down: from then on, java.util.logging drops what is
   * logged.
   *
   * The only way to hear a second signal is sun.misc.Signal, which every JDK has but the compiler warns of. So it is called
   * by its name; where it is missing, or the JVM was told to leave signals alone, the JVM's own handling stays.
   */

  private static final Logger LOG = System.getLogger(StopSignals.class.getName());

  private final Runnable onFirst;
  private final Runnable onRepeat;
  private final AtomicBoolean isEnding = new AtomicBoolean();

  private StopSignals(Runnable onFirst, Runnable onRepeat) {
    this.onFirst = onFirst;
    this.onRepeat = onRepeat;
  }

  /** Runs the first before the process ends, and the second when somebody asks for the end again. */
  static void hear(Runnable onFirst, Runnable onRepeat) {
    StopSignals signals = new StopSignals(onFirst, onRepeat);
    signals.hear("TERM", 143);
    signals.hear("INT", 130);
  }

  private void hear(String name, int exit) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> listener = Class.forName("sun.misc.SignalHandler");
      Object own = Proxy.newProxyInstance(
          StopSignals.class.getClassLoader(),
          new Class<?>[] {listener},
          (proxy, method, values) -> {
            if (method.getName().equals("handle")) {
              arrived(exit);
            }
            return null;
          });
      signal
          .getMethod("handle", signal, listener)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), own);
    } catch (ReflectiveOperationException e) {
      Throwable cause =
          e instanceof InvocationTargetException && e.getCause() != null ? e.getCause() : e;
      LOG.log(Level.DEBUG, "The JVM handles SIG{0} by itself: {1}", name, cause);
    }
  }

  private void end(int exit) {
    try {
      onFirst.run();
    } finally {
      System.exit(exit);
    }
  }

  private void arrived(int exit) {
    if (isEnding.compareAndSet(false, true)) {
      // Not here: the end waits, and a second signal has to be heard meanwhile.
      Thread ending = new Thread(() -> end(exit), "weir-stop");
      ending.setDaemon(true);
      ending.start();
    } else {
      onRepeat.run();
    }
  }
}
