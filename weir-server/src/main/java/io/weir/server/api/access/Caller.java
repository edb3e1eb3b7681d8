// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api.access;

import io.weir.server.directory.RootKey;
import io.weir.server.directory.Tenant;
import io.weir.server.problem.Problem;
import java.util.List;

/**
 * Somebody who was let in.
 *
 * @param key by what
 * @param tenant where to
 */
public record Caller(RootKey key, Tenant tenant) {

  /** Whether the key lets its holder do this in this namespace. Its permissions are compared as texts: a star is a star. */
  public boolean may(Action action, String namespaceId) {
    return key.permissions().contains(action.everywhere())
        || key.permissions().contains(action.in(namespaceId));
  }

  /** Fails unless the key lets its holder do this in this namespace. */
  public void require(Action action, String namespaceId) {
    if (!may(action, namespaceId)) {
      throw Problem.missingPermission(List.of(action.in(namespaceId), action.everywhere()));
    }
  }

  /** Whether the key lets its holder do this in all namespaces. */
  public boolean mayEverywhere(Action action) {
    return key.permissions().contains(action.everywhere());
  }

  /** Fails unless the key lets its holder do this in all namespaces. */
  public void requireEverywhere(Action action) {
    if (!mayEverywhere(action)) {
      throw Problem.missingPermission(List.of(action.everywhere()));
    }
  }
}
