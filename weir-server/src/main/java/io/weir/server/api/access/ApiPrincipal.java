// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api.access;

import io.weir.server.directory.RootKey;
import io.weir.server.directory.Tenant;
import io.weir.server.problem.Problem;
import java.util.List;

/**
 * An authenticated caller.
 *
 * @param key the key that the caller sent
 * @param tenant the tenant that the key belongs to
 */
public record ApiPrincipal(RootKey key, Tenant tenant) {

  /**
   * Returns whether the key permits this action in this namespace. Permissions are compared as texts: a star matches
   * only a star.
   */
  public boolean isPermitted(PermittedAction permittedAction, String namespaceId) {
    return key.permissions().contains(permittedAction.everywhere())
        || key.permissions().contains(permittedAction.in(namespaceId));
  }

  /** Throws a problem unless the key permits this action in this namespace. */
  public void require(PermittedAction permittedAction, String namespaceId) {
    if (!isPermitted(permittedAction, namespaceId)) {
      throw Problem.missingPermission(
          List.of(permittedAction.in(namespaceId), permittedAction.everywhere()));
    }
  }

  /** Returns whether the key permits this action in all namespaces. */
  public boolean isPermittedEverywhere(PermittedAction permittedAction) {
    return key.permissions().contains(permittedAction.everywhere());
  }

  /** Throws a problem unless the key permits this action in all namespaces. */
  public void requireEverywhere(PermittedAction permittedAction) {
    if (!isPermittedEverywhere(permittedAction)) {
      throw Problem.missingPermission(List.of(permittedAction.everywhere()));
    }
  }
}
