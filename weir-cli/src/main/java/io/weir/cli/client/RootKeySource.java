// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads a root key from a file or from standard input. */
final class RootKeySource {
  /** The file name that means standard input. */
  private static final String STANDARD_INPUT = "-";

  /** Longer than any key. The bound keeps the command from reading all of a large file that was named by mistake. */
  private static final int MAX_BYTES = 4_096;

  private RootKeySource() {}

  /** Returns the key without surrounding white space. The message of the exception continues after the file's name. */
  static String read(String file, InputStream standardInput) throws IOException {
    byte[] bytes;
    if (file.equals(STANDARD_INPUT)) {
      bytes = standardInput.readNBytes(MAX_BYTES + 1);
    } else {
      bytes = readBytes(file);
    }
    String key = new String(bytes, StandardCharsets.UTF_8).strip();
    if (key.isEmpty()) {
      throw new IOException("is empty");
    }
    if (bytes.length > MAX_BYTES || key.lines().count() > 1) {
      throw new IOException("contains more than one root key");
    }
    return key;
  }

  private static byte[] readBytes(String file) throws IOException {
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      return in.readNBytes(MAX_BYTES + 1);
    } catch (NoSuchFileException | InvalidPathException e) {
      throw new IOException("does not exist");
    } catch (IOException e) {
      throw new IOException("can't be read");
    }
  }
}
