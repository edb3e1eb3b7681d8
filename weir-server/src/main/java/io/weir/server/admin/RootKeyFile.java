// SPDX-License-Identifier: Apache-2.0
package io.weir.server.admin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** The file with the first root key, for its owner alone. */
public final class RootKeyFile {
  private static final String NAME = "root-key";

  private RootKeyFile() {}

  /** Writes the key whole or not at all, in place of an older one, and gives the file. */
  public static Path write(Path folder, String key) throws IOException {
    Files.createDirectories(folder);
    boolean isPosix = Files.getFileStore(folder).supportsFileAttributeView("posix");
    FileAttribute<?>[] ownerOnly = isPosix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
    Path draft = Files.createTempFile(folder, NAME, ".new", ownerOnly);
    try {
      Files.writeString(draft, key + "\n");
      return Files.move(
          draft,
          folder.resolve(NAME),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
  }
}
