// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api.operations;

import io.weir.LimitPolicy;
import io.weir.server.json.JsonField;

/** JSON fields that several operations share. */
final class CommonFields {
  private static final int MAX_NAME = 512;

  static final JsonField NAMESPACE = JsonField.text("namespace", 1, MAX_NAME);
  static final JsonField IDENTIFIER = JsonField.text("identifier", 1, MAX_NAME);

  private CommonFields() {}

  /** Returns the field for a window's length. */
  static JsonField duration() {
    return JsonField.integer(
        "duration", LimitPolicy.MIN_DURATION_MILLIS, LimitPolicy.MAX_DURATION_MILLIS);
  }
}
