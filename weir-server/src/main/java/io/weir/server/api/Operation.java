// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api;

import io.weir.server.json.ByteSegments;
import io.weir.server.json.JsonBody;
import io.weir.server.problem.Problem;

/** Something that clients can ask for. */
public interface Operation {

  /** The last part of its path, such as {@code ratelimit.limit}. */
  String name();

  /** Reads the body of a request. */
  JsonBody read(ByteSegments bytes);

  /** Does what was asked, by a caller who was let in, with a body that is sound. May throw a {@link Problem}. */
  void perform(AuthenticatedRequest authenticatedRequest);
}
