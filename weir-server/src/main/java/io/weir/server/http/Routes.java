// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which endpoint stands at which path. Paths are compared as they come: nothing is decoded, joined or trimmed. */
public final class Routes {
  private final String prefix;
  private final Map<String, Endpoint> endpoints;

  /** With this before every path. */
  public Routes(String prefix, Map<String, Endpoint> endpoints) {
    this.prefix = prefix;
    this.endpoints = Map.copyOf(endpoints);
  }

  @Nullable
  Endpoint find(@Nullable String path) {
    if (path == null || !path.startsWith(prefix)) {
      return null;
    }
    return endpoints.get(prefix.isEmpty() ? path : path.substring(prefix.length()));
  }

  /** The paths, without the prefix. */
  public Set<String> paths() {
    return endpoints.keySet();
  }

  /** The endpoint's method. */
  public String method(String path) {
    Endpoint endpoint = endpoints.get(path);
    if (endpoint == null) {
      throw new IllegalArgumentException("no endpoint at " + path);
    }
    return endpoint.method();
  }
}
