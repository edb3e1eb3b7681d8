// SPDX-License-Identifier: Apache-2.0
package io.weir.client.json;

/** Thrown when a response body does not conform to the API. */
public final class MalformedBodyException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Something is missing or of the wrong type. */
  public MalformedBodyException(String message) {
    super(message);
  }
}
