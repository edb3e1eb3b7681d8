// SPDX-License-Identifier: Apache-2.0
package io.weir.server.logs;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Describes file and socket errors in words for people. */
public final class IoReason {
  private IoReason() {}

  /** Returns only the reason; the sentence around it names the file. */
  public static String of(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof NoSuchFileException) {
      return "it does not exist";
    }
    if (e instanceof FileAlreadyExistsException) {
      return "a file with that name exists";
    }
    String reason = e instanceof FileSystemException of ? of.getReason() : e.getMessage();
    return reason == null ? "an I/O error" : reason;
  }
}
