// SPDX-License-Identifier: Apache-2.0
package io.weir.memory;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Items of several workspaces that share a room of so many bytes. Whoever wants room while there is none gets it from the
 * workspace that has most. For one thread; any thread may ask how full it is, and who has a large part.
 */
public final class FairCapacity<T extends FairCapacity.SharedItem> {
  private final long maxBytes;

  /** Written by the one thread. */
  private final Map<String, WorkspaceItems<T>> tenants = new ConcurrentHashMap<>();

  private final HeaviestFinder<WorkspaceItems<T>> heaviestFinder;

  /** Written by the one thread. */
  private final AtomicLong bytes = new AtomicLong();

  /** Something that takes up room. Neither its workspace nor its weight changes while it is in the room. */
  public interface SharedItem {

    /** Whose it is. */
    String workspace();

    /** What it takes, in bytes. */
    long weight();
  }

  private static final class WorkspaceItems<T> {
    private final LinkedHashSet<T> items = new LinkedHashSet<>();
    private final AtomicLong bytes = new AtomicLong();
  }

  /** An empty room of this size. */
  public FairCapacity(long maxBytes) {
    this.maxBytes = maxBytes;
    this.heaviestFinder = new HeaviestFinder<>(
        tenants::values, workspaceItems -> (double) workspaceItems.bytes.get() / maxBytes);
  }

  /** Takes the item in, whether there is room or not. False if it was there. */
  public boolean add(T item) {
    WorkspaceItems<T> workspaceItems =
        tenants.computeIfAbsent(item.workspace(), name -> new WorkspaceItems<>());
    boolean isNew = workspaceItems.items.add(item);
    if (isNew) {
      workspaceItems.bytes.addAndGet(item.weight());
      bytes.addAndGet(item.weight());
    }
    return isNew;
  }

  /** Takes the item out. False if it was not there. */
  public boolean remove(T item) {
    WorkspaceItems<T> workspaceItems = tenants.get(item.workspace());
    if (workspaceItems == null || !workspaceItems.items.remove(item)) {
      return false;
    }
    workspaceItems.bytes.addAndGet(-item.weight());
    bytes.addAndGet(-item.weight());
    if (workspaceItems.items.isEmpty()) {
      tenants.remove(item.workspace());
    }
    return true;
  }

  /** Whether there is room for this much more. */
  public boolean fits(long weight) {
    return bytes.get() + weight <= maxBytes;
  }

  /**
   * Whether a workspace may have this much more, though others have to yield: so many times what it would have then is no
   * more than the most that any has.
   */
  public boolean isWithinShare(String workspace, long weight, int times) {
    WorkspaceItems<T> most = heaviestFinder.find(null);
    WorkspaceItems<T> own = tenants.get(workspace);
    return most != null
        && ((own == null ? 0 : own.bytes.get()) + weight) * times <= most.bytes.get();
  }

  /** Whether a workspace has at least one of so many parts of what is taken, or an equal share. Any thread may ask. */
  public boolean isHeavy(String workspace, int parts) {
    WorkspaceItems<T> workspaceItems = tenants.get(workspace);
    return workspaceItems != null
        && workspaceItems.bytes.get() * Math.max(parts, tenants.size()) >= bytes.get();
  }

  /** The oldest item of the workspace that has most; null if the room is empty. */
  public @Nullable T oldestOfHeaviest() {
    WorkspaceItems<T> most = heaviestFinder.find(null);
    return most == null ? null : most.items.iterator().next();
  }

  /** How many items of this workspace are in the room. */
  public int count(String workspace) {
    WorkspaceItems<T> workspaceItems = tenants.get(workspace);
    return workspaceItems == null ? 0 : workspaceItems.items.size();
  }

  /** How much is taken. Any thread may ask. */
  public long bytes() {
    return bytes.get();
  }

  /** How much there is. */
  public long maxBytes() {
    return maxBytes;
  }
}
