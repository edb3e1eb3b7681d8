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
 * The small file that says which tables the folder's database had, so that a database that went missing, or that lost its
 * tables, is not taken for a new one.
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

  /** The owners whose tables the database had. */
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

  /** Remembers that the database has these tables. Replaces the file as a whole, so that none is ever half-written. */
  void add(String owner) {
    Set<String> owners = owners();
    if (!owners.add(owner) && exists()) {
      return;
    }
    List<String> lines = new ArrayList<>();
    lines.add(HEADING);
    lines.addAll(owners);
    Path draft = Path.of(file + ".new");
    try {
      Files.write(draft, lines);
      DataFolder.restrictToOwner(draft);
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new LocalFileException("the file " + file + " can't be written: " + DataFolder.reason(e)
          + "; free disk space, and make the folder writable for this user");
    }
  }
}
