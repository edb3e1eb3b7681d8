// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.decide;

/** Somebody asked for something that makes no sense. The message says what, and what would. */
final class InvalidInput extends Exception {
  private static final long serialVersionUID = 1L;

  InvalidInput(String message) {
    super(message, null, false, false); // no stack trace: the fault is not in the code
  }

  /** The same fault, with the place where it was found. */
  InvalidInput at(String place) {
    return new InvalidInput(place + ": " + message());
  }

  String message() {
    return String.valueOf(getMessage());
  }
}
