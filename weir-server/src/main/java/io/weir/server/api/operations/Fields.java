// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api.operations;

import io.weir.Limit;
import io.weir.server.json.Field;

/** Fields that several operations have. */
final class Fields {
  private static final int LONGEST_NAME = 512;

  static final Field NAMESPACE = Field.text("namespace", 1, LONGEST_NAME);
  static final Field IDENTIFIER = Field.text("identifier", 1, LONGEST_NAME);

  private Fields() {}

  /** A window's length. */
  static Field duration() {
    return Field.integer("duration", Limit.MIN_DURATION_MILLIS, Limit.MAX_DURATION_MILLIS);
  }
}
