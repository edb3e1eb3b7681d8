// SPDX-License-Identifier: Apache-2.0
package io.weir.server.admin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** The file that contains the first root key, readable only by its owner. */
public final class RootKeyFile {
  private static final String NAME = "root-key";

  private RootKeyFile() {}

  /** Writes the key atomically, replacing an older one, and returns the file. */
  public static Path write(Path folder, String key) throws IOException {
    Files.createDirectories(folder);
    boolean isPosix = Files.getFileStore(folder).supportsFileAttributeView("posix");
    FileAttribute<?>[] ownerOnly = isPosix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
    Path temporary = Files.createTempFile(folder, NAME, ".new", ownerOnly);
    try {
      Files.writeString(temporary, key + "\n");
      return Files.move(
          temporary,
          folder.resolve(NAME),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}
