// SPDX-License-Identifier: Apache-2.0
package io.weir.client.json;

/** A text is not what the API promises. */
public final class MalformedBodyException extends Exception {
  private static final long serialVersionUID = 1L;

  MalformedBodyException(String message) {
    super(message);
  }
}
