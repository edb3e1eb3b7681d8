// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Maps paths to endpoints. Paths are compared as they arrive: nothing is decoded, joined or trimmed. */
public final class Routes {
  private final String prefix;
  private final Map<String, Endpoint> endpoints;

  /** Creates routes with this prefix before every path. */
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

  /** Returns the paths, without the prefix. */
  public Set<String> paths() {
    return endpoints.keySet();
  }

  /** Returns the method of the endpoint at this path. */
  public String method(String path) {
    Endpoint endpoint = endpoints.get(path);
    if (endpoint == null) {
      throw new IllegalArgumentException("no endpoint at " + path);
    }
    return endpoint.method();
  }
}
