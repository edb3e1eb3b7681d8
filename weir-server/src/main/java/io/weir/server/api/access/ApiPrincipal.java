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
public record ApiPrincipal(RootKey key, Tenant tenant) {

  /** Whether the key lets its holder do this in this namespace. Its permissions are compared as texts: a star is a star. */
  public boolean isPermitted(PermittedAction permittedAction, String namespaceId) {
    return key.permissions().contains(permittedAction.everywhere())
        || key.permissions().contains(permittedAction.in(namespaceId));
  }

  /** Fails unless the key lets its holder do this in this namespace. */
  public void require(PermittedAction permittedAction, String namespaceId) {
    if (!isPermitted(permittedAction, namespaceId)) {
      throw Problem.missingPermission(
          List.of(permittedAction.in(namespaceId), permittedAction.everywhere()));
    }
  }

  /** Whether the key lets its holder do this in all namespaces. */
  public boolean isPermittedEverywhere(PermittedAction permittedAction) {
    return key.permissions().contains(permittedAction.everywhere());
  }

  /** Fails unless the key lets its holder do this in all namespaces. */
  public void requireEverywhere(PermittedAction permittedAction) {
    if (!isPermittedEverywhere(permittedAction)) {
      throw Problem.missingPermission(List.of(permittedAction.everywhere()));
    }
  }
}
