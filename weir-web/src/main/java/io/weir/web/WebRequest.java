// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What rules look at in a request. Frameworks' requests are wrapped as one. */
public interface WebRequest {

  /** The method, as it was sent. */
  String method();

  /**
   * The path by which the application picks what answers: decoded, without query and without the application's own
   * prefix.
   */
  String path();

  /**
   * The same path as the client wrote it, not decoded, where that may differ; null if it does not, or is not known. A
   * rule that matches either applies.
   */
  default @Nullable String rawPath() {
    return null;
  }

  /** The values of all header lines with this name, in whatever case, in their order. */
  List<String> headers(String name);

  /** The address of whoever holds the other end of the connection; null if that has none. */
  @Nullable
  String remoteAddress();

  /** The name of the user that the request was authenticated for; null if there is none. */
  @Nullable
  String principal();
}
