// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client.api;

import java.util.List;

/** Reports that there is no response, or that the response is an error. */
public final class ApiFailure extends Exception {
  private static final long serialVersionUID = 1L;

  /** Lines for the user. They may contain values from outside. */
  private final transient List<String> lines;

  /** The server's response, unchanged, if it is JSON; else empty. */
  private final transient String envelope;

  ApiFailure(String line) {
    this(List.of(line), "");
  }

  ApiFailure(List<String> lines, String envelope) {
    super(lines.get(0));
    this.lines = List.copyOf(lines);
    this.envelope = envelope;
  }

  /** The error message, followed by lines with details. */
  public List<String> lines() {
    return lines;
  }

  /** The server's response, unchanged, if it is JSON; else empty. */
  public String envelope() {
    return envelope;
  }
}
