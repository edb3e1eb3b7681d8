// SPDX-License-Identifier: Apache-2.0
package io.weir.memory;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A bounded memory area that the items of several workspaces share. When it is full, space for a new item comes from
 * the workspace that uses most. For one thread. Any thread may query how full it is and which workspaces use a large
 * part.
 */
public final class FairCapacity<T extends FairCapacity.SharedItem> {
  private final long maxBytes;

  /** Written by the owning thread only. */
  private final Map<String, WorkspaceItems<T>> tenants = new ConcurrentHashMap<>();

  private final HeaviestFinder<WorkspaceItems<T>> heaviestFinder;

  /** Written by the owning thread only. */
  private final AtomicLong bytes = new AtomicLong();

  /** An item with a weight. Neither its workspace nor its weight changes while it is in the area. */
  public interface SharedItem {

    /** The workspace that owns the item. */
    String workspace();

    /** The item's size in bytes. */
    long weight();
  }

  private static final class WorkspaceItems<T> {
    private final LinkedHashSet<T> items = new LinkedHashSet<>();
    private final AtomicLong bytes = new AtomicLong();
  }

  /** Creates an empty area of this size. */
  public FairCapacity(long maxBytes) {
    this.maxBytes = maxBytes;
    this.heaviestFinder = new HeaviestFinder<>(
        tenants::values, workspaceItems -> (double) workspaceItems.bytes.get() / maxBytes);
  }

  /** Adds the item, even if there is no room. False if it was there already. */
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

  /** Removes the item. False if it was not there. */
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

  /** Whether this many more bytes fit. */
  public boolean fits(long weight) {
    return bytes.get() + weight <= maxBytes;
  }

  /**
   * Whether a workspace may use this many more bytes even if others are evicted: {@code times} its resulting use is at
   * most the largest use of any workspace.
   */
  public boolean isWithinShare(String workspace, long weight, int times) {
    WorkspaceItems<T> most = heaviestFinder.find(null);
    WorkspaceItems<T> own = tenants.get(workspace);
    return most != null
        && ((own == null ? 0 : own.bytes.get()) + weight) * times <= most.bytes.get();
  }

  /**
   * Whether a workspace uses at least one of so many parts of what is used, or an equal share. Any thread may call
   * this.
   */
  public boolean isHeavy(String workspace, int parts) {
    WorkspaceItems<T> workspaceItems = tenants.get(workspace);
    return workspaceItems != null
        && workspaceItems.bytes.get() * Math.max(parts, tenants.size()) >= bytes.get();
  }

  /** The oldest item of the workspace that uses most; null if there are no items. */
  public @Nullable T oldestOfHeaviest() {
    WorkspaceItems<T> most = heaviestFinder.find(null);
    return most == null ? null : most.items.iterator().next();
  }

  /** The number of items of this workspace. */
  public int count(String workspace) {
    WorkspaceItems<T> workspaceItems = tenants.get(workspace);
    return workspaceItems == null ? 0 : workspaceItems.items.size();
  }

  /** The bytes in use. Any thread may call this. */
  public long bytes() {
    return bytes.get();
  }

  /** The capacity in bytes. */
  public long maxBytes() {
    return maxBytes;
  }
}
