// SPDX-License-Identifier: Apache-2.0
package io.weir.client.http;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The client's thread pools. Their threads are daemons, created on demand and named after their purpose. */
final class ClientThreadPools {
  private static final long IDLE_SECONDS = 10;

  private ClientThreadPools() {}

  /**
   * Creates the pool for the JDK's client, which blocks these threads only for name look-ups. Tasks submitted after
   * the shutdown are the client's own clean-up. Dropping them would leak connections and a thread, so the common pool
   * runs them.
   */
  static ThreadPoolExecutor forHttp() {
    int maxThreads = Math.max(4, Runtime.getRuntime().availableProcessors());
    ThreadPoolExecutor pool = new ThreadPoolExecutor(
        maxThreads, maxThreads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    pool.allowCoreThreadTimeOut(true);
    pool.setThreadFactory(new NamedThreadFactory("weir-client-http-"));
    pool.setRejectedExecutionHandler((task, ended) -> ForkJoinPool.commonPool().execute(task));
    return pool;
  }

  /**
   * Creates the pool for the application's callbacks. These may block, also on a further response, so the pool is
   * unbounded: with a bound, blocked callbacks could use up all threads and cause a deadlock.
   */
  static ThreadPoolExecutor forCallbacks() {
    ThreadPoolExecutor pool = new ThreadPoolExecutor(
        0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>());
    pool.setThreadFactory(new NamedThreadFactory("weir-client-answer-"));
    return pool;
  }

  /** Returns whether the current thread belongs to this pool. */
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
