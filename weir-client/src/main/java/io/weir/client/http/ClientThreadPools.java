// SPDX-License-Identifier: Apache-2.0
package io.weir.client.http;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The client's threads: daemons, made when they are needed, named for what they do. */
final class ClientThreadPools {
  private static final long IDLE_SECONDS = 10;

  private ClientThreadPools() {}

  /**
   * For the JDK's client, which never waits on them but to look a name up. What comes after the end is the client's own
   * tidying: dropped, it would leave connections and a thread behind, so whoever has time does it.
   */
  static ThreadPoolExecutor forHttp() {
    int most = Math.max(4, Runtime.getRuntime().availableProcessors());
    ThreadPoolExecutor pool = new ThreadPoolExecutor(
        most, most, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    pool.allowCoreThreadTimeOut(true);
    pool.setThreadFactory(new NamedThreadFactory("weir-client-http-"));
    pool.setRejectedExecutionHandler((task, ended) -> ForkJoinPool.commonPool().execute(task));
    return pool;
  }

  /**
   * For what the application does with answers, which may wait, for a further answer too. With a bound, such waits could
   * use up all threads, and nothing would go on.
   */
  static ThreadPoolExecutor forCallbacks() {
    ThreadPoolExecutor pool = new ThreadPoolExecutor(
        0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>());
    pool.setThreadFactory(new NamedThreadFactory("weir-client-answer-"));
    return pool;
  }

  /** Whether the current thread is one of this pool's. */
  static boolean isCurrentThreadIn(ThreadPoolExecutor pool) {
    return Thread.currentThread() instanceof PoolThread poolThread
        && poolThread.factory.equals(pool.getThreadFactory());
  }

  private static final class NamedThreadFactory implements ThreadFactory {
    private final String prefix;
    private final AtomicInteger created = new AtomicInteger();

    NamedThreadFactory(String prefix) {
      this.prefix = prefix;
    }

    @Override
    public Thread newThread(Runnable task) {
      return new PoolThread(this, task, prefix + created.incrementAndGet());
    }
  }

  private static final class PoolThread extends Thread {
    private final NamedThreadFactory factory;

    PoolThread(NamedThreadFactory factory, Runnable task, String name) {
      super(task, name);
      this.factory = factory;
      setDaemon(true);
    }
  }
}
