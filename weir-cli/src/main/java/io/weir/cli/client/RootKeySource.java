// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A root key that is in a file of its own, or comes from standard input. */
final class RootKeySource {
  /** Stands for standard input. */
  private static final String STANDARD_INPUT = "-";

  /** More than any key has. Whoever names the wrong file should not wait for all of it. */
  private static final int MAX_BYTES = 4_096;

  private RootKeySource() {}

  /** The key, without white space around it. Fails with words that can follow the file's name. */
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
