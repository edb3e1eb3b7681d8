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
final class Threads {
  private static final long IDLE_SECONDS = 10;

  private Threads() {}

  /**
   * For the JDK's client, which never waits on them but to look a name up. What comes after the end is the client's own
   * tidying: dropped, it would leave connections and a thread behind, so whoever has time does it.
   */
  static ThreadPoolExecutor forHttp() {
    int most = Math.max(4, Runtime.getRuntime().availableProcessors());
    ThreadPoolExecutor pool = new ThreadPoolExecutor(
        most, most, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    pool.allowCoreThreadTimeOut(true);
    pool.setThreadFactory(new Named("weir-client-http-"));
    pool.setRejectedExecutionHandler((task, ended) -> ForkJoinPool.commonPool().execute(task));
    return pool;
  }

  /**
   * For what the application does with answers, which may wait, for a further answer too. With a bound, such waits could
   * use up all threads, and nothing would go on.
   */
  static ThreadPoolExecutor forAnswers() {
    ThreadPoolExecutor pool = new ThreadPoolExecutor(
        0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>());
    pool.setThreadFactory(new Named("weir-client-answer-"));
    return pool;
  }

  /** Whether the current thread is one of this pool's. */
  static boolean isOf(ThreadPoolExecutor pool) {
    return Thread.currentThread() instanceof Worker worker
        && worker.maker.equals(pool.getThreadFactory());
  }

  private static final class Named implements ThreadFactory {
    private final String prefix;
    private final AtomicInteger made = new AtomicInteger();

    Named(String prefix) {
      this.prefix = prefix;
    }

    @Override
    public Thread newThread(Runnable task) {
      return new Worker(this, task, prefix + made.incrementAndGet());
    }
  }

  private static final class Worker extends Thread {
    private final Named maker;

    Worker(Named maker, Runnable task, String name) {
      super(task, name);
      this.maker = maker;
      setDaemon(true);
    }
  }
}
