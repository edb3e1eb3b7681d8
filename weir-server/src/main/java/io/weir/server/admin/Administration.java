// SPDX-License-Identifier: Apache-2.0
package io.weir.server.admin;

import io.weir.WhenDegraded;
import io.weir.reset.Resets;
import io.weir.server.api.access.Permissions;
import io.weir.server.directory.KeyHash;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.RootKey;
import io.weir.server.directory.Workspace;
import io.weir.server.directory.sql.Store;
import io.weir.server.directory.table.Ids;
import io.weir.server.directory.table.Keys;
import io.weir.server.directory.table.Namespaces;
import io.weir.server.directory.table.Session;
import io.weir.server.directory.table.Workspaces;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Changes what only operators may change. Waits for the store; fails with {@link
 * io.weir.server.directory.Registry.Unavailable} if it is away, with {@link Refused} if what is there forbids it, and with
 * {@link IllegalArgumentException} if a value is wrong. Servers hear of it as of everything else.
 */
public final class Administration {
  /** The workspace of those who need only one. */
  public static final String WORKSPACE = "default";

  private static final int LONGEST_NAME = 512;

  /** Where namespaces of a workspace end to be listed; as many as a workspace may have. */
  private static final int MOST_NAMESPACES = 100_000;

  /** What is there forbids it. */
  public static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Refused(String reason) {
      super(reason);
    }
  }

  /**
   * What a key should be.
   *
   * @param workspace the name or id of its workspace
   * @param name what people call it; may be empty
   * @param permissions what its holder may do
   * @param expiresAt Unix milliseconds, or {@link RootKey#NEVER}
   */
  public record KeyWish(String workspace, String name, Set<String> permissions, long expiresAt) {
    public KeyWish {
      permissions = Permissions.checked(permissions);
      requireLength("the name of a key", name, 0);
    }
  }

  /**
   * A key that was made.
   *
   * @param plain the key itself, which nobody can tell again
   * @param key what is kept of it
   */
  public record Minted(String plain, RootKey key) {
    @Override
    public String toString() {
      return "Minted[" + key.id() + ']';
    }
  }

  private final Store store;
  private final RandomGenerator random;

  /** On this store. The keys are as hard to guess as the generator. */
  public Administration(Store store, RandomGenerator random) {
    this.store = store;
    this.random = random;
  }

  private static void requireLength(String what, String text, int least) {
    int length = text.codePointCount(0, text.length());
    if (length < least || length > LONGEST_NAME) {
      throw new IllegalArgumentException(
          what + " must have " + least + " to " + LONGEST_NAME + " characters, but had " + length);
    }
  }

  private static long requireQuota(long quota) {
    if (quota < 0 && quota != Workspace.UNLIMITED) {
      throw new IllegalArgumentException(
          "a quota must be 0 or more requests per minute, but was " + quota);
    }
    return quota;
  }

  /** Makes a workspace whose name nobody has. */
  public Workspace createWorkspace(String name, long quota) {
    requireLength("the name of a workspace", name, 1);
    requireQuota(quota);
    return store.change("to create a workspace", (session, revision) -> {
      if (Workspaces.find(session, name).isPresent()) {
        throw new Refused("the workspace \"" + name + "\" already exists");
      }
      String id = name.equals(WORKSPACE) ? presetWorkspace().id() : newId("ws_");
      return add(session, new Workspace(id, name, true, quota, revision));
    });
  }

  private static Workspace add(Session session, Workspace workspace) throws SQLException {
    Workspaces.add(session, workspace);
    return workspace;
  }

  private String newId(String prefix) {
    return Ids.random(prefix, random);
  }

  /** All workspaces. */
  public List<Workspace> workspaces() {
    return store.read("to list workspaces", Workspaces::list);
  }

  /** Sets how many requests a minute a workspace may make, or {@link Workspace#UNLIMITED}. */
  public Workspace setQuota(String workspace, long quota) {
    requireQuota(quota);
    return store.change("to set a quota", (session, revision) -> {
      Workspace now = required(session, workspace);
      return update(session, new Workspace(now.id(), now.name(), now.enabled(), quota, revision));
    });
  }

  /** Lets the keys of a workspace in, or not. */
  public Workspace setWorkspaceEnabled(String workspace, boolean enabled) {
    return store.change("to change a workspace", (session, revision) -> {
      Workspace now = required(session, workspace);
      return update(session, new Workspace(now.id(), now.name(), enabled, now.quota(), revision));
    });
  }

  private static Workspace update(Session session, Workspace workspace) throws SQLException {
    Workspaces.update(session, workspace);
    return workspace;
  }

  private static Workspace required(Session session, String workspace) throws SQLException {
    return Workspaces.find(session, workspace)
        .orElseThrow(() -> new Refused("the workspace \"" + workspace
            + "\" does not exist; ./weir workspaces list shows all workspaces"));
  }

  /** Makes a key, and the workspace {@link #WORKSPACE} if that is the one and it is missing. */
  public Minted createKey(KeyWish wish) {
    return store.change("to create a key", (session, revision) -> {
      Workspace workspace = wish.workspace().equals(WORKSPACE)
          ? usualWorkspace(session, revision)
          : required(session, wish.workspace());
      return mint(session, workspace, wish, revision);
    });
  }

  private Workspace usualWorkspace(Session session, long revision) throws SQLException {
    Optional<Workspace> present = Workspaces.find(session, WORKSPACE);
    return present.isPresent() ? present.get() : add(session, presetWorkspace().at(revision));
  }

  private Minted mint(Session session, Workspace workspace, KeyWish wish, long revision)
      throws SQLException {
    String plain = Ids.random("weir_", random);
    RootKey key = new RootKey(
        newId("key_"),
        workspace.id(),
        KeyHash.of(plain),
        wish.name(),
        wish.permissions(),
        wish.expiresAt(),
        true,
        false,
        revision);
    Keys.add(session, key);
    return new Minted(plain, key);
  }

  /** All keys, revoked ones too. */
  public List<RootKey> keys() {
    return store.read("to list keys", Keys::list);
  }

  /** Ends a key for good. It is found by its id, or by a name that no other key has. */
  public RootKey revokeKey(String idOrName) {
    return changeKey(idOrName, false, true);
  }

  /** Lets a key in, or not. It is found by its id, or by a name that no other key has. */
  public RootKey setKeyEnabled(String idOrName, boolean enabled) {
    return changeKey(idOrName, enabled, false);
  }

  private RootKey changeKey(String idOrName, boolean enabled, boolean deleted) {
    return store.change("to change a key", (session, revision) -> {
      RootKey now = requiredKey(session, idOrName);
      RootKey changed = new RootKey(
          now.id(),
          now.workspaceId(),
          now.hash(),
          now.name(),
          now.permissions(),
          now.expiresAt(),
          enabled,
          deleted,
          revision);
      Keys.update(session, changed);
      return changed;
    });
  }

  private static RootKey requiredKey(Session session, String idOrName) throws SQLException {
    Optional<RootKey> byId = Keys.find(session, idOrName);
    if (byId.isPresent()) {
      if (byId.get().deleted()) {
        throw new Refused("the key " + idOrName + " is revoked, which can't be undone");
      }
      return byId.get();
    }
    List<RootKey> named = Keys.list(session).stream()
        .filter(key -> !key.deleted() && !idOrName.isEmpty() && key.name().equals(idOrName))
        .toList();
    if (named.isEmpty()) {
      throw new Refused("no key that is not revoked has the id or name \"" + idOrName
          + "\"; ./weir keys list shows all keys");
    }
    if (named.size() > 1) {
      throw new Refused(
          named.size() + " keys have the name \"" + idOrName + "\"; use one of their ids: "
              + named.stream().map(RootKey::id).collect(Collectors.joining(", ")));
    }
    return named.get(0);
  }

  /** The namespaces of a workspace, deleted ones too. */
  public List<Namespace> namespaces(String workspace) {
    return store.read(
        "to list namespaces",
        session ->
            Namespaces.list(session, required(session, workspace).id(), "", MOST_NAMESPACES));
  }

  /** Deletes a namespace and its overrides. Its name stays taken. */
  public Namespace deleteNamespace(String workspace, String nameOrId) {
    return store.change("to delete a namespace", (session, revision) -> {
      Namespace now = namespace(session, workspace, nameOrId);
      if (!Namespaces.delete(session, now.id(), revision)) {
        throw new Refused("the namespace \"" + nameOrId + "\" is already deleted");
      }
      return now.deletedAt(revision);
    });
  }

  /** Sets what the limits of a namespace do while Redis is unavailable; null for the servers' default. */
  public Namespace setWhenDegraded(String workspace, String nameOrId, @Nullable WhenDegraded mode) {
    return store.change("to change a namespace", (session, revision) -> {
      Namespace now = namespace(session, workspace, nameOrId);
      if (!Namespaces.setWhenDegraded(session, now.id(), mode, revision)) {
        throw new Refused("the namespace \"" + nameOrId + "\" is deleted");
      }
      return now.withWhenDegraded(mode).at(revision);
    });
  }

  /** Sets whether the limits of a namespace, as far as they are small enough, have exact windows. */
  public Namespace setExactWindow(String workspace, String nameOrId, boolean exact) {
    return store.change("to change a namespace", (session, revision) -> {
      Namespace now = namespace(session, workspace, nameOrId);
      if (!Namespaces.setExactWindow(session, now.id(), exact, revision)) {
        throw new Refused("the namespace \"" + nameOrId + "\" is deleted");
      }
      return now.withExactWindow(exact).at(revision);
    });
  }

  /** An identifier by the names under which servers count it. */
  Resets.Identity identity(String workspace, String nameOrId, String identifier) {
    return store.read("to find a namespace", session -> {
      Namespace found = namespace(session, workspace, nameOrId);
      return new Resets.Identity(found.workspaceId(), found.id(), identifier);
    });
  }

  private static Namespace namespace(Session session, String workspace, String nameOrId)
      throws SQLException {
    return Namespaces.find(session, required(session, workspace).id(), nameOrId)
        .orElseThrow(() -> new Refused("the namespace \"" + nameOrId
            + "\" does not exist in the workspace \"" + workspace + '"'));
  }

  /** Sees to it that this key may do everything in the workspace {@link #WORKSPACE}, unless it is there in another way. */
  public RootKey ensureRootKey(String plain) {
    if (plain.isBlank()) {
      throw new IllegalArgumentException("a root key must not be blank");
    }
    KeyHash hash = KeyHash.of(plain);
    RootKey key = store
        .read("to find a key", session -> Keys.find(session, hash))
        .orElseGet(() -> store.change("to create a key", (session, revision) -> {
          Optional<RootKey> present = Keys.find(session, hash);
          return present.isPresent() ? present.get() : addPreset(session, hash, revision);
        }));
    if (key.deleted()) {
      throw new Refused(
          "the preset root key is the key " + key.id() + ", which is revoked: preset another one");
    }
    return key;
  }

  private RootKey addPreset(Session session, KeyHash hash, long revision) throws SQLException {
    RootKey key = presetKey(hash, usualWorkspace(session, revision).id()).at(revision);
    Keys.add(session, key);
    return key;
  }

  /** The workspace of a preset key, as every server makes it that can't ask the store. */
  public static Workspace presetWorkspace() {
    return new Workspace(
        Ids.ofWorkspace(WORKSPACE), WORKSPACE, true, Workspace.UNLIMITED, Workspace.UNSAVED);
  }

  /** A preset key, as every server makes it that can't ask the store. */
  public static RootKey presetKey(String plain) {
    return presetKey(KeyHash.of(plain), presetWorkspace().id());
  }

  private static RootKey presetKey(KeyHash hash, String workspaceId) {
    return new RootKey(
        Ids.ofKey(hash),
        workspaceId,
        hash,
        "preset",
        Permissions.usual(),
        RootKey.NEVER,
        true,
        false,
        RootKey.UNSAVED);
  }

  /** Makes the first key of all. Gives it to the one server that made it, and to nobody else. */
  public Optional<Minted> firstStart() {
    if (store.read("to look for keys", Keys::isAny)) {
      return Optional.empty();
    }
    KeyWish wish = new KeyWish(WORKSPACE, "first", Permissions.usual(), RootKey.NEVER);
    return store.change(
        "to create the first key",
        (session, revision) -> Keys.isAny(session)
            ? Optional.<Minted>empty()
            : Optional.of(mint(session, usualWorkspace(session, revision), wish, revision)));
  }
}
