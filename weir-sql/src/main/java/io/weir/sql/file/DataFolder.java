// SPDX-License-Identifier: Apache-2.0
package io.weir.sql.file;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The folder that holds the database and the files beside it.
 *
 * @param path where it is
 */
record DataFolder(Path path) {
  DataFolder {
    path = path.toAbsolutePath().normalize(); // sentences are read by people who stand elsewhere
  }

  private static final Logger LOG = System.getLogger("io.weir.mysql");

  private static final String DATABASE = "weir.db";

  /** What SQLite keeps beside the file. */
  private static final String[] COMPANIONS = {"-wal", "-shm", "-journal"};

  Path database() {
    return path.resolve(DATABASE);
  }

  /** Where a new database is made, before it gets its name. */
  Path draft() {
    return path.resolve(DATABASE + ".new");
  }

  Path lock() {
    return path.resolve("weir.lock");
  }

  Path marker() {
    return path.resolve("weir.marker");
  }

  /** What earlier development versions wrote, with H2. */
  Path formerDatabase() {
    return path.resolve("weir.mv.db");
  }

  static Path writeAheadLog(Path database) {
    return Path.of(database + "-wal");
  }

  /** Makes the folder if it is missing, for its owner alone. */
  void create() {
    if (Files.isDirectory(path)) {
      return;
    }
    try {
      Path parent = path.toAbsolutePath().getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
        Files.createDirectory(
            path,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      } else {
        Files.createDirectory(path);
      }
    } catch (IOException e) {
      throw new LocalFileException("the folder " + path + " can't be created: " + reason(e)
          + "; create it, or use another folder");
    }
  }

  /** Before SQLite opens them: what it makes beside the file later has the file's rights. */
  static void restrictDatabase(Path database) {
    restrictToOwner(database);
    for (String companion : COMPANIONS) {
      restrictToOwner(Path.of(database + companion));
    }
  }

  /** Hashes of keys are nobody else's business, also in a folder that was there before. */
  static void restrictToOwner(Path file) {
    try {
      if (Files.exists(file) && Files.getFileStore(file).supportsFileAttributeView("posix")) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      }
    } catch (IOException e) {
      LOG.log(Level.WARNING, "The file {0} can be read by other users: {1}", file, reason(e));
    }
  }

  /** Deletes a database that never got its name, with what SQLite keeps beside it. */
  static void delete(Path database) throws IOException {
    Files.deleteIfExists(database);
    for (String companion : COMPANIONS) {
      Files.deleteIfExists(Path.of(database + companion));
    }
  }

  /** What an error says, without the name of the file that the sentence has already. */
  static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof NoSuchFileException) {
      return "it does not exist";
    }
    if (e instanceof FileAlreadyExistsException) {
      return "a file with that name exists";
    }
    if (e instanceof FileSystemException of && of.getReason() != null) {
      return String.valueOf(of.getReason());
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
