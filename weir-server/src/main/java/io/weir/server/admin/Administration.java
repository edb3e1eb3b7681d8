// SPDX-License-Identifier: Apache-2.0
package io.weir.server.admin;

import io.weir.WhenDegraded;
import io.weir.reset.Resets;
import io.weir.server.api.access.Permissions;
import io.weir.server.directory.KeyHash;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.RootKey;
import io.weir.server.directory.RootKey.KeyGrant;
import io.weir.server.directory.RootKey.KeyStatus;
import io.weir.server.directory.Workspace;
import io.weir.server.directory.sql.TenantDatabase;
import io.weir.server.directory.table.DirectorySession;
import io.weir.server.directory.table.Ids;
import io.weir.server.directory.table.KeyQueries;
import io.weir.server.directory.table.NamespaceQueries;
import io.weir.server.directory.table.WorkspaceQueries;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The operations that only operators may perform. Blocks on the store. Fails with {@link
 * io.weir.server.directory.TenantStore.StoreUnavailable} if it is unavailable, with {@link AdminRefusal} if the
 * stored data forbids the change, and with {@link IllegalArgumentException} if a value is invalid. Servers learn of
 * these changes as of any other change.
 */
public final class Administration {
  /** The workspace of installations that need only one. */
  public static final String WORKSPACE = "default";

  private static final int MAX_NAME = 512;

  /** The maximum number of namespaces listed, equal to the maximum that a workspace may have. */
  private static final int MAX_NAMESPACES = 100_000;

  /** An exception for a change that the stored data forbids. */
  public static final class AdminRefusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AdminRefusal(String reason) {
      super(reason);
    }
  }

  /**
   * The properties of a key to create.
   *
   * @param workspace the name or id of its workspace
   * @param name a display name; may be empty
   * @param permissions what the key's holder may do
   * @param expiresAt Unix milliseconds, or {@link RootKey#NEVER}
   */
  public record KeyRequest(String workspace, String name, Set<String> permissions, long expiresAt) {
    public KeyRequest {
      permissions = Permissions.validated(permissions);
      requireLength("the name of a key", name, 0);
    }
  }

  /**
   * A newly created key.
   *
   * @param plain the key itself, which cannot be recovered later
   * @param key the stored part of it
   */
  public record CreatedKey(String plain, RootKey key) {
    @Override
    public String toString() {
      return "CreatedKey[" + key.id() + ']';
    }
  }

  private final TenantDatabase tenantDatabase;
  private final RandomGenerator random;

  /** Creates an administration on this store. The keys are as hard to guess as the generator's output. */
  public Administration(TenantDatabase tenantDatabase, RandomGenerator random) {
    this.tenantDatabase = tenantDatabase;
    this.random = random;
  }

  private static void requireLength(String what, String text, int min) {
    int length = text.codePointCount(0, text.length());
    if (length < min || length > MAX_NAME) {
      throw new IllegalArgumentException(
          what + " must have " + min + " to " + MAX_NAME + " characters, but had " + length);
    }
  }

  private static long requireQuota(long quota) {
    if (quota < 0 && quota != Workspace.UNLIMITED) {
      throw new IllegalArgumentException(
          "a quota must be 0 or more requests per minute, but was " + quota);
    }
    return quota;
  }

  /** Creates a workspace. Its name must not be in use. */
  public Workspace createWorkspace(String name, long quota) {
    requireLength("the name of a workspace", name, 1);
    requireQuota(quota);
    return tenantDatabase.change("to create a workspace", (directorySession, revision) -> {
      if (WorkspaceQueries.find(directorySession, name).isPresent()) {
        throw new AdminRefusal("the workspace \"" + name + "\" already exists");
      }
      String id = name.equals(WORKSPACE) ? presetWorkspace().id() : newId("ws_");
      return add(directorySession, new Workspace(id, name, true, quota, revision));
    });
  }

  private static Workspace add(DirectorySession directorySession, Workspace workspace)
      throws SQLException {
    WorkspaceQueries.add(directorySession, workspace);
    return workspace;
  }

  private String newId(String prefix) {
    return Ids.random(prefix, random);
  }

  /** Returns all workspaces. */
  public List<Workspace> workspaces() {
    return tenantDatabase.read("to list workspaces", WorkspaceQueries::list);
  }

  /** Sets how many requests per minute a workspace may make; {@link Workspace#UNLIMITED} removes the quota. */
  public Workspace setQuota(String workspace, long quota) {
    requireQuota(quota);
    return tenantDatabase.change("to set a quota", (directorySession, revision) -> {
      Workspace now = requireWorkspace(directorySession, workspace);
      return update(
          directorySession, new Workspace(now.id(), now.name(), now.enabled(), quota, revision));
    });
  }

  /** Enables or disables a workspace, and with it the workspace's keys. */
  public Workspace setWorkspaceEnabled(String workspace, boolean enabled) {
    return tenantDatabase.change("to change a workspace", (directorySession, revision) -> {
      Workspace now = requireWorkspace(directorySession, workspace);
      return update(
          directorySession, new Workspace(now.id(), now.name(), enabled, now.quota(), revision));
    });
  }

  private static Workspace update(DirectorySession directorySession, Workspace workspace)
      throws SQLException {
    WorkspaceQueries.update(directorySession, workspace);
    return workspace;
  }

  private static Workspace requireWorkspace(DirectorySession directorySession, String workspace)
      throws SQLException {
    return WorkspaceQueries.find(directorySession, workspace)
        .orElseThrow(() -> new AdminRefusal("the workspace \"" + workspace
            + "\" does not exist; ./weir workspaces list shows all workspaces"));
  }

  /** Creates a key, and the workspace {@link #WORKSPACE} if the key belongs to it and it does not exist. */
  public CreatedKey createKey(KeyRequest request) {
    return tenantDatabase.change("to create a key", (directorySession, revision) -> {
      Workspace workspace = request.workspace().equals(WORKSPACE)
          ? defaultWorkspace(directorySession, revision)
          : requireWorkspace(directorySession, request.workspace());
      return addKey(directorySession, workspace, request, revision);
    });
  }

  private Workspace defaultWorkspace(DirectorySession directorySession, long revision)
      throws SQLException {
    Optional<Workspace> present = WorkspaceQueries.find(directorySession, WORKSPACE);
    return present.isPresent()
        ? present.get()
        : add(directorySession, presetWorkspace().at(revision));
  }

  private CreatedKey addKey(
      DirectorySession directorySession, Workspace workspace, KeyRequest request, long revision)
      throws SQLException {
    String plain = Ids.random("weir_", random);
    RootKey key = new RootKey(
        newId("key_"),
        workspace.id(),
        KeyHash.of(plain),
        request.name(),
        new KeyGrant(request.permissions(), request.expiresAt()),
        KeyStatus.ENABLED,
        revision);
    KeyQueries.add(directorySession, key);
    return new CreatedKey(plain, key);
  }

  /** Returns all keys, including revoked ones. */
  public List<RootKey> keys() {
    return tenantDatabase.read("to list keys", KeyQueries::list);
  }

  /** Revokes a key permanently. The key is found by its id, or by a name that no other key has. */
  public RootKey revokeKey(String idOrName) {
    return changeKey(idOrName, KeyStatus.REVOKED);
  }

  /** Enables or disables a key. The key is found by its id, or by a name that no other key has. */
  public RootKey setKeyEnabled(String idOrName, boolean enabled) {
    return changeKey(idOrName, KeyStatus.of(enabled, false));
  }

  private RootKey changeKey(String idOrName, KeyStatus status) {
    return tenantDatabase.change("to change a key", (directorySession, revision) -> {
      RootKey changed = requireKey(directorySession, idOrName).with(status, revision);
      KeyQueries.update(directorySession, changed);
      return changed;
    });
  }

  private static RootKey requireKey(DirectorySession directorySession, String idOrName)
      throws SQLException {
    Optional<RootKey> byId = KeyQueries.find(directorySession, idOrName);
    if (byId.isPresent()) {
      if (byId.get().deleted()) {
        throw new AdminRefusal("the key " + idOrName + " is revoked, which can't be undone");
      }
      return byId.get();
    }
    List<RootKey> named = KeyQueries.list(directorySession).stream()
        .filter(key -> !key.deleted() && !idOrName.isEmpty() && key.name().equals(idOrName))
        .toList();
    if (named.isEmpty()) {
      throw new AdminRefusal("no key that is not revoked has the id or name \"" + idOrName
          + "\"; ./weir keys list shows all keys");
    }
    if (named.size() > 1) {
      throw new AdminRefusal(
          named.size() + " keys have the name \"" + idOrName + "\"; use one of their ids: "
              + named.stream().map(RootKey::id).collect(Collectors.joining(", ")));
    }
    return named.get(0);
  }

  /** Returns the namespaces of a workspace, including deleted ones. */
  public List<Namespace> namespaces(String workspace) {
    return tenantDatabase.read(
        "to list namespaces",
        directorySession -> NamespaceQueries.list(
            directorySession,
            requireWorkspace(directorySession, workspace).id(),
            "",
            MAX_NAMESPACES));
  }

  /** Deletes a namespace and its overrides. Its name cannot be reused. */
  public Namespace deleteNamespace(String workspace, String nameOrId) {
    return tenantDatabase.change("to delete a namespace", (directorySession, revision) -> {
      Namespace now = namespace(directorySession, workspace, nameOrId);
      if (!NamespaceQueries.delete(directorySession, now.id(), revision)) {
        throw new AdminRefusal("the namespace \"" + nameOrId + "\" is already deleted");
      }
      return now.deletedAt(revision);
    });
  }

  /** Sets how the limits of a namespace behave while Redis is unavailable; null selects the servers' default. */
  public Namespace setWhenDegraded(String workspace, String nameOrId, @Nullable WhenDegraded mode) {
    return tenantDatabase.change("to change a namespace", (directorySession, revision) -> {
      Namespace now = namespace(directorySession, workspace, nameOrId);
      if (!NamespaceQueries.setWhenDegraded(directorySession, now.id(), mode, revision)) {
        throw new AdminRefusal("the namespace \"" + nameOrId + "\" is deleted");
      }
      return now.withWhenDegraded(mode).at(revision);
    });
  }

  /** Sets whether those limits of a namespace that are small enough have exact windows. */
  public Namespace setExactWindow(String workspace, String nameOrId, boolean exact) {
    return tenantDatabase.change("to change a namespace", (directorySession, revision) -> {
      Namespace now = namespace(directorySession, workspace, nameOrId);
      if (!NamespaceQueries.setExactWindow(directorySession, now.id(), exact, revision)) {
        throw new AdminRefusal("the namespace \"" + nameOrId + "\" is deleted");
      }
      return now.withExactWindow(exact).at(revision);
    });
  }

  /** Returns an identifier under the ids by which servers count it. */
  Resets.ResetTarget identity(String workspace, String nameOrId, String identifier) {
    return tenantDatabase.read("to find a namespace", directorySession -> {
      Namespace found = namespace(directorySession, workspace, nameOrId);
      return new Resets.ResetTarget(found.workspaceId(), found.id(), identifier);
    });
  }

  private static Namespace namespace(
      DirectorySession directorySession, String workspace, String nameOrId) throws SQLException {
    return NamespaceQueries.find(
            directorySession, requireWorkspace(directorySession, workspace).id(), nameOrId)
        .orElseThrow(() -> new AdminRefusal("the namespace \"" + nameOrId
            + "\" does not exist in the workspace \"" + workspace + '"'));
  }

  /**
   * Ensures that this key exists. If it does not, it is created with all permissions in the workspace {@link
   * #WORKSPACE}; an existing key stays as it is.
   */
  public RootKey ensureRootKey(String plain) {
    if (plain.isBlank()) {
      throw new IllegalArgumentException("a root key must not be blank");
    }
    KeyHash hash = KeyHash.of(plain);
    RootKey key = tenantDatabase
        .read("to find a key", directorySession -> KeyQueries.find(directorySession, hash))
        .orElseGet(() -> tenantDatabase.change("to create a key", (directorySession, revision) -> {
          Optional<RootKey> present = KeyQueries.find(directorySession, hash);
          return present.isPresent() ? present.get() : addPreset(directorySession, hash, revision);
        }));
    if (key.deleted()) {
      throw new AdminRefusal(
          "the preset root key is the key " + key.id() + ", which is revoked: preset another one");
    }
    return key;
  }

  private RootKey addPreset(DirectorySession directorySession, KeyHash hash, long revision)
      throws SQLException {
    RootKey key =
        presetKey(hash, defaultWorkspace(directorySession, revision).id()).at(revision);
    KeyQueries.add(directorySession, key);
    return key;
  }

  /** Returns the workspace of a preset key. Every server that cannot reach the store creates the same one. */
  public static Workspace presetWorkspace() {
    return new Workspace(
        Ids.ofWorkspace(WORKSPACE), WORKSPACE, true, Workspace.UNLIMITED, Workspace.UNSAVED);
  }

  /** Returns a preset key. Every server that cannot reach the store creates the same one. */
  public static RootKey presetKey(String plain) {
    return presetKey(KeyHash.of(plain), presetWorkspace().id());
  }

  private static RootKey presetKey(KeyHash hash, String workspaceId) {
    return new RootKey(
        Ids.ofKey(hash),
        workspaceId,
        hash,
        "preset",
        new KeyGrant(Permissions.defaults(), RootKey.NEVER),
        KeyStatus.ENABLED,
        RootKey.UNSAVED);
  }

  /** Creates the very first key. Only the one server that creates it receives it. */
  public Optional<CreatedKey> createFirstKey() {
    if (tenantDatabase.read("to look for keys", KeyQueries::hasAny)) {
      return Optional.empty();
    }
    KeyRequest request = new KeyRequest(WORKSPACE, "first", Permissions.defaults(), RootKey.NEVER);
    return tenantDatabase.change(
        "to create the first key",
        (directorySession, revision) -> KeyQueries.hasAny(directorySession)
            ? Optional.<CreatedKey>empty()
            : Optional.of(addKey(
                directorySession,
                defaultWorkspace(directorySession, revision),
                request,
                revision)));
  }
}
