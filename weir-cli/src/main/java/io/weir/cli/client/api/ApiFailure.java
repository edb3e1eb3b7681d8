// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client.api;

import java.util.List;

/** There is no answer, or it says that something is wrong. */
public final class ApiFailure extends Exception {
  private static final long serialVersionUID = 1L;

  /** What to tell the user; a value from outside may stand in it. */
  private final transient List<String> lines;

  /** The server's answer, as it came, if it is JSON; else empty. */
  private final transient String envelope;

  ApiFailure(String line) {
    this(List.of(line), "");
  }

  ApiFailure(List<String> lines, String envelope) {
    super(lines.get(0));
    this.lines = List.copyOf(lines);
    this.envelope = envelope;
  }

  /** What happened: a sentence, then particulars. */
  public List<String> lines() {
    return lines;
  }

  /** The server's answer, as it came, if it is JSON; else empty. */
  public String envelope() {
    return envelope;
  }
}
