// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http.load;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The budget of all requests with a valid key on all event loops, divided among their workspaces. */
public final class WorkspaceBudget {
  /*
   * A workspace may take more as long as it then has no more than is left free, the same rule as for the directory's
   * memory. So one workspace gets half of everything, the next one half of the rest, and however many use up their
   * shares, there is room for another one. Refused requests whose response is not read yet are counted separately, so
   * that they take no place from others.
   */

  /** The share from which on a workspace is named in the log. A single workspace can have half. */
  private static final int NAMING_DIVISOR = 8;

  /** An amount that workspaces share. */
  private static final class SharedAmount {
    private final long max;
    private final AtomicLong used = new AtomicLong();

    SharedAmount(long max) {
      this.max = max;
    }

    boolean tryTake(AtomicLong own, long more) {
      long all = used.addAndGet(more);
      if (own.addAndGet(more) <= max - all || more <= 0) {
        return true;
      }
      release(own, more);
      return false;
    }

    void release(AtomicLong own, long amount) {
      own.addAndGet(-amount);
      used.addAndGet(-amount);
    }

    boolean isLarge(long own) {
      return own >= Math.max(1, max / NAMING_DIVISOR);
    }
  }

  /**
   * The usage of one workspace. There are as many as workspaces that ever sent a request, and only operators create
   * workspaces.
   */
  private static final class WorkspaceUsage {
    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
  }

  private final SharedAmount requests;
  private final SharedAmount refused;
  private final SharedAmount bytes;
  private final Map<String, WorkspaceUsage> usages = new ConcurrentHashMap<>();

  /**
   * Creates a budget for this many requests, as many refused ones, and this many bytes. A single workspace gets half
   * of each.
   */
  WorkspaceBudget(long maxRequests, long maxBytes) {
    this.requests = new SharedAmount(maxRequests);
    this.refused = new SharedAmount(maxRequests);
    this.bytes = new SharedAmount(maxBytes);
  }

  private final class RequestClaim implements ResourceClaim {
    private final WorkspaceUsage usage;
    private final boolean isRefused;
    private long reserved;

    RequestClaim(WorkspaceUsage usage, boolean isRefused) {
      this.usage = usage;
      this.isRefused = isRefused;
    }

    @Override
    public boolean reserve(long total) {
      if (!bytes.tryTake(usage.bytes, total - reserved)) {
        return false;
      }
      reserved = total;
      return true;
    }

    @Override
    public void release() {
      bytes.release(usage.bytes, reserved);
      if (isRefused) {
        refused.release(usage.refused, 1);
      } else {
        requests.release(usage.requests, 1);
      }
    }
  }

  private WorkspaceUsage usage(String workspace) {
    WorkspaceUsage known = usages.get(workspace);
    return known == null ? usages.computeIfAbsent(workspace, id -> new WorkspaceUsage()) : known;
  }

  /** Adds a request; null if its workspace has too many in progress. */
  public @Nullable ResourceClaim tryEnter(String workspace) {
    WorkspaceUsage usage = usage(workspace);
    return requests.tryTake(usage.requests, 1) ? new RequestClaim(usage, false) : null;
  }

  /** Adds a request that will be refused; null if there are so many that it gets no response. */
  public @Nullable ResourceClaim tryRefuse(String workspace) {
    WorkspaceUsage usage = usage(workspace);
    return refused.tryTake(usage.refused, 1) ? new RequestClaim(usage, true) : null;
  }

  /** Describes the workspace that uses most; empty if none uses much. */
  Optional<String> heaviest() {
    return usages.entrySet().stream()
        .filter(each -> isHeavy(each.getValue()))
        .max((a, b) -> Double.compare(weight(a.getValue()), weight(b.getValue())))
        .map(each -> "workspace " + each.getKey() + " uses the most: "
            + each.getValue().requests.get() + " requests in flight with "
            + each.getValue().bytes.get() + " bytes");
  }

  private boolean isHeavy(WorkspaceUsage usage) {
    return requests.isLarge(usage.requests.get()) || bytes.isLarge(usage.bytes.get());
  }

  private double weight(WorkspaceUsage usage) {
    return Math.max(
        (double) usage.requests.get() / requests.max, (double) usage.bytes.get() / bytes.max);
  }

  int requests() {
    return (int) (requests.used.get() + refused.used.get());
  }

  long bytes() {
    return bytes.used.get();
  }
}
