// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api;

import io.weir.server.json.ByteSegments;
import io.weir.server.json.JsonBody;
import io.weir.server.problem.Problem;

/** An operation of the API. */
public interface Operation {

  /** Returns the last part of the operation's path, such as {@code ratelimit.limit}. */
  String name();

  /** Parses the body of a request. */
  JsonBody read(ByteSegments bytes);

  /** Performs an authenticated request with a valid body. May throw a {@link Problem}. */
  void perform(AuthenticatedRequest authenticatedRequest);
}
