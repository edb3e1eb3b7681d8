// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of a request that rules use. Adapters wrap the requests of frameworks. */
public interface WebRequest {

  /** Returns the method as it was sent. */
  String method();

  /**
   * Returns the path that the application uses for routing: decoded, without query and without the application's own
   * prefix.
   */
  String path();

  /**
   * Returns the same path as the client sent it, not decoded, if that may differ; null if it does not, or is unknown.
   * A rule that matches either form applies.
   */
  default @Nullable String rawPath() {
    return null;
  }

  /** Returns the values of all header lines with this name, case-insensitively, in order. */
  List<String> headers(String name);

  /** Returns the address of the connection's peer; null if there is none. */
  @Nullable
  String remoteAddress();

  /** Returns the name of the authenticated user; null if there is none. */
  @Nullable
  String principal();
}
