// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.decide;

/** Reports invalid input. The message says what is wrong and what is valid. */
final class InvalidInput extends Exception {
  private static final long serialVersionUID = 1L;

  InvalidInput(String message) {
    super(message, null, false, false); // no stack trace: the code is not at fault
  }

  /** The same error, with its location in the input. */
  InvalidInput at(String location) {
    return new InvalidInput(location + ": " + message());
  }

  String message() {
    return String.valueOf(getMessage());
  }
}
