// SPDX-License-Identifier: Apache-2.0
package io.weir.server.logs;

/** What a line of the log looks like. */
public enum LogFormat {
  /** Time, level, logger and message, for people. */
  TEXT,
  /** One JSON object, for programs. */
  JSON
}
