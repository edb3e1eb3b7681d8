// SPDX-License-Identifier: Apache-2.0
package io.weir.server.logs;

/** The format of a log line. */
public enum LogFormat {
  /** Time, level, logger and message, for people. */
  TEXT,
  /** One JSON object, for programs. */
  JSON
}
