// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server.site;

import com.sun.management.ThreadMXBean;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.stream.LongStream;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** Reads heap figures of another JVM on this machine. */
public final class RemoteHeap implements AutoCloseable {
  private final JMXConnector connector;
  private final ThreadMXBean threads;
  private final MemoryMXBean memory;

  private RemoteHeap(JMXConnector connector) throws IOException {
    this.connector = connector;
    var server = connector.getMBeanServerConnection();
    this.threads = ManagementFactory.newPlatformMXBeanProxy(
        server, ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
    this.memory = ManagementFactory.newPlatformMXBeanProxy(
        server, ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class);
  }

  @SuppressWarnings("BanJNDI") // connects only to a process that this run started
  static RemoteHeap of(long pid) {
    try {
      VirtualMachine machine = VirtualMachine.attach(String.valueOf(pid));
      try {
        return new RemoteHeap(
            JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent())));
      } finally {
        machine.detach();
      }
    } catch (AttachNotSupportedException | IOException e) {
      throw new IllegalStateException("can't inspect process " + pid, e);
    }
  }

  /** Bytes that the live threads have allocated since they started, without the threads that answer this call. */
  public long allocatedBytes() {
    long[] ids = Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
        .filter(thread -> thread != null && !isManagementThread(thread))
        .mapToLong(ThreadInfo::getThreadId)
        .toArray();
    return LongStream.of(threads.getThreadAllocatedBytes(ids))
        .filter(bytes -> bytes > 0)
        .sum();
  }

  private static boolean isManagementThread(ThreadInfo thread) {
    return thread.getThreadName().startsWith("RMI ")
        || thread.getThreadName().startsWith("JMX ")
        || thread.getThreadName().equals("Attach Listener");
  }

  /** Bytes in use after a garbage collection. */
  public long usedAfterCollection() {
    memory.gc();
    return memory.getHeapMemoryUsage().getUsed();
  }

  @Override
  public void close() {
    try {
      connector.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
