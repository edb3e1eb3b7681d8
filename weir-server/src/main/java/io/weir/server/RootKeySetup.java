// SPDX-License-Identifier: Apache-2.0
package io.weir.server;

import io.weir.server.admin.Administration;
import io.weir.server.directory.Directory;
import io.weir.server.directory.KeyHash;
import io.weir.server.directory.RootKey;
import io.weir.server.directory.Tenant;
import io.weir.server.directory.TenantStore;
import io.weir.server.directory.sql.DirectorySync;
import io.weir.server.directory.sql.SqlTenantStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Ensures that a root key exists: the preset key or, if none is preset and the database contains no key, a newly
 * created one. A preset key works without the database, unless a snapshot says that it was revoked.
 */
final class RootKeySetup {
  private static final Logger LOG = System.getLogger(RootKeySetup.class.getName());

  private static final long RETRY_NANOS = 500_000_000;

  private final Directory directory;
  private final SqlTenantStore registry;
  private final Administration administration;
  private final @Nullable String preset;
  private final CompletableFuture<Optional<String>> createdKey = new CompletableFuture<>();

  private final CompletableFuture<Void> presetApplied = new CompletableFuture<>();

  /** Why the key is not in the database. Written by this object's thread. */
  private volatile @Nullable String trouble;

  /** Set once the preset key was accepted. If it is revoked later, the server still stays ready. */
  private volatile boolean hasWorked;

  private volatile boolean closed;

  RootKeySetup(
      Directory directory,
      SqlTenantStore registry,
      Administration administration,
      @Nullable String preset) {
    this.directory = directory;
    this.registry = registry;
    this.administration = administration;
    this.preset = preset;
  }

  void start() {
    Thread thread = new Thread(this::run, "weir-root-key");
    thread.setDaemon(true);
    thread.start();
  }

  /** Completes when the preset key, if any, is in this server's directory. */
  CompletableFuture<Void> presetApplied() {
    return presetApplied.copy();
  }

  /** Returns the created key, if one had to be created. Completes when the database contains a key. */
  CompletableFuture<Optional<String>> createdKey() {
    return createdKey.copy();
  }

  /** Returns why no root key is accepted, if that is so. */
  Optional<String> obstacle() {
    if (preset == null) {
      return directory.hasKeys()
          ? Optional.empty()
          : Optional.of(withReason("there is no root key"));
    }
    return isPresetAccepted()
        ? Optional.empty()
        : Optional.of(withReason("the preset root key is not accepted"));
  }

  /** Returns whether a root key is preset and was accepted at least once. */
  boolean isPresetAccepted() {
    if (!hasWorked && preset != null && isUsable(preset)) {
      hasWorked = true;
    }
    return hasWorked;
  }

  private String withReason(String what) {
    String reason = trouble;
    return reason == null ? what : what + ": " + reason;
  }

  private boolean isUsable(String plain) {
    RootKey key = directory.key(KeyHash.of(plain));
    Tenant tenant = key == null ? null : directory.tenant(key.workspaceId());
    return key != null
        && !key.deleted()
        && key.enabled()
        && tenant != null
        && tenant.workspace().enabled();
  }

  private void run() {
    DirectorySync directorySync = registry.sync();
    directorySync.settled().join();
    if (preset != null) {
      // Applied with an older revision than any from the database or a snapshot.
      directory.apply(Administration.presetWorkspace());
      directory.apply(Administration.presetKey(preset));
    }
    presetApplied.complete(null);
    directorySync.loaded().join();
    while (!createdKey.isDone() && !closed) {
      try {
        createdKey.complete(ensureKey());
        trouble = null;
      } catch (TenantStore.StoreUnavailable e) {
        fail(String.valueOf(e.getMessage()));
        LockSupport.parkNanos(this, RETRY_NANOS);
      } catch (RuntimeException e) {
        trouble = String.valueOf(e.getMessage());
        createdKey.completeExceptionally(e);
      }
    }
  }

  private void fail(String reason) {
    if (trouble == null && !closed) {
      LOG.log(
          Level.WARNING,
          preset == null
              ? "The first root key could not be created, so no request can be authenticated: {0}"
              : "The preset root key could not be saved; servers that are configured with it still accept it: {0}",
          reason);
    }
    trouble = reason;
  }

  private Optional<String> ensureKey() {
    Optional<Administration.CreatedKey> created = Optional.empty();
    RootKey key;
    if (preset == null) {
      created = administration.createFirstKey();
      if (created.isEmpty()) {
        return Optional.empty();
      }
      key = created.get().key();
    } else {
      key = administration.ensureRootKey(preset);
    }
    registry.learn(administration.workspaces(), List.of(key));
    return created.map(Administration.CreatedKey::plain);
  }

  void close() {
    closed = true;
  }
}
