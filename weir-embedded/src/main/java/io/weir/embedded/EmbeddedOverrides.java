// SPDX-License-Identifier: Apache-2.0
package io.weir.embedded;

import io.weir.api.Check;
import io.weir.api.Limit;
import io.weir.api.Overrides;
import io.weir.api.RatelimitException;
import io.weir.api.RatelimitException.Kind;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The overrides of one namespace, in this process's memory. */
final class EmbeddedOverrides implements Overrides {
  /** Bytes of the digest to use: enough that no two overrides have the same id. */
  private static final int ID_BYTES = 16;

  private final SharedState shared;
  private final String namespace;

  EmbeddedOverrides(SharedState shared, String namespace) {
    this.shared = shared;
    this.namespace = namespace;
  }

  @Override
  public String set(String identifier, Limit limit) {
    shared.requireOpen();
    Entry entry = new Entry(id(namespace, requireIdentifier(identifier)), identifier, limit);
    NamespaceOverrides book = shared.overridesForWrite(namespace);
    if (book == null) {
      throw tooMany(SharedState.MAX_NAMESPACES + " namespaces with overrides");
    }
    if (!book.trySet(entry, shared.limiter(namespace, limit))) {
      throw tooMany(NamespaceOverrides.MAX_OVERRIDES + " overrides, "
          + NamespaceOverrides.MAX_PATTERNS + " of them with a wildcard, in a namespace");
    }
    return entry.id();
  }

  private static RatelimitException tooMany(String maximum) {
    return new RatelimitException(Kind.REJECTED, "there may be at most " + maximum, null);
  }

  @Override
  public Optional<Entry> get(String identifier) {
    shared.requireOpen();
    NamespaceOverrides book = shared.overrides(namespace);
    String name = requireIdentifier(identifier);
    return book == null ? Optional.empty() : Optional.ofNullable(book.find(name));
  }

  @Override
  public boolean delete(String identifier) {
    shared.requireOpen();
    NamespaceOverrides book = shared.overrides(namespace);
    String name = requireIdentifier(identifier);
    return book != null && book.delete(name);
  }

  @Override
  public List<Entry> list() {
    shared.requireOpen();
    NamespaceOverrides book = shared.overrides(namespace);
    return book == null ? List.of() : book.entries();
  }

  @Override
  public CompletableFuture<String> setAsync(String identifier, Limit limit) {
    try {
      return CompletableFuture.completedFuture(set(identifier, limit));
    } catch (RatelimitException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public CompletableFuture<Optional<Entry>> getAsync(String identifier) {
    return CompletableFuture.completedFuture(get(identifier));
  }

  @Override
  public CompletableFuture<Boolean> deleteAsync(String identifier) {
    return CompletableFuture.completedFuture(delete(identifier));
  }

  @Override
  public CompletableFuture<List<Entry>> listAsync() {
    return CompletableFuture.completedFuture(list());
  }

  /** Validates the identifier of an override, which has the same bounds as that of a check. */
  private static String requireIdentifier(String identifier) {
    return Check.of(identifier).identifier();
  }

  /**
   * Returns the override's id, which is the same in every process and at any time. The length prefix separates the
   * namespace from the identifier.
   */
  private static String id(String namespace, String identifier) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256")
          .digest(
              (namespace.length() + ":" + namespace + identifier).getBytes(StandardCharsets.UTF_8));
      return "rlor_"
          + new BigInteger(1, Arrays.copyOf(digest, ID_BYTES)).toString(Character.MAX_RADIX);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is not available in this Java runtime", e);
    }
  }
}
