// SPDX-License-Identifier: Apache-2.0
package io.weir.sql.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A small file that records which tables the folder's database has. So a database that is missing, or that lost its
 * tables, is not mistaken for a new one.
 */
final class TableMarker {
  private static final String HEADING =
      "# This folder has a Weir database with these tables. Delete this file only to start with an empty database.";

  private final Path file;

  TableMarker(Path file) {
    this.file = file;
  }

  boolean exists() {
    return Files.exists(file);
  }

  /** Returns the owners whose tables the database has had. */
  Set<String> owners() {
    Set<String> owners = new TreeSet<>();
    if (!exists()) {
      return owners;
    }
    try {
      for (String line : Files.readAllLines(file)) {
        if (!line.isBlank() && !line.startsWith("#")) {
          owners.add(line.strip());
        }
      }
    } catch (IOException e) {
      throw new LocalFileException("the file " + file + " can't be read: " + DataFolder.reason(e)
          + "; make it readable for this user");
    }
    return owners;
  }

  /** Records that the database has these tables. Replaces the file atomically, so that it is never half-written. */
  void add(String owner) {
    Set<String> owners = owners();
    if (!owners.add(owner) && exists()) {
      return;
    }
    List<String> lines = new ArrayList<>();
    lines.add(HEADING);
    lines.addAll(owners);
    Path temporary = Path.of(file + ".new");
    try {
      Files.write(temporary, lines);
      DataFolder.restrictToOwner(temporary);
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new LocalFileException("the file " + file + " can't be written: " + DataFolder.reason(e)
          + "; free disk space, and make the folder writable for this user");
    }
  }
}
