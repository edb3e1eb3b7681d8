// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api.access;

import java.util.Locale;

/** An action that a permission allows. */
public enum PermittedAction {
  LIMIT,
  CREATE_NAMESPACE,
  SET_OVERRIDE,
  READ_OVERRIDE,
  DELETE_OVERRIDE;

  private final String label = name().toLowerCase(Locale.ROOT);
  private final String everywhere = in("*");

  /** Returns the permission for one namespace. */
  public String in(String namespaceId) {
    return "ratelimit." + namespaceId + "." + label;
  }

  /** Returns the permission for all namespaces. */
  public String everywhere() {
    return everywhere;
  }
}
