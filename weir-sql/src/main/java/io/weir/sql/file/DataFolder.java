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
 * The folder that contains the database and the files beside it.
 *
 * @param path the absolute path of the folder
 */
record DataFolder(Path path) {
  DataFolder {
    path = path.toAbsolutePath().normalize(); // messages need the full path
  }

  private static final Logger LOG = System.getLogger("io.weir.mysql");

  private static final String DATABASE = "weir.db";

  /** The suffixes of files that SQLite keeps beside the database. */
  private static final String[] COMPANIONS = {"-wal", "-shm", "-journal"};

  Path database() {
    return path.resolve(DATABASE);
  }

  /** Returns the temporary name under which a new database is created. */
  Path draft() {
    return path.resolve(DATABASE + ".new");
  }

  Path lock() {
    return path.resolve("weir.lock");
  }

  Path marker() {
    return path.resolve("weir.marker");
  }

  /** Returns the file of earlier development versions, which used H2. */
  Path formerDatabase() {
    return path.resolve("weir.mv.db");
  }

  static Path writeAheadLog(Path database) {
    return Path.of(database + "-wal");
  }

  /** Creates the folder if it is missing, accessible only to its owner. */
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

  /** Called before SQLite opens the files: those that it creates later get the permissions of the database. */
  static void restrictDatabase(Path database) {
    restrictToOwner(database);
    for (String companion : COMPANIONS) {
      restrictToOwner(Path.of(database + companion));
    }
  }

  /** Key hashes must not be readable by other users, even if the folder existed before. */
  static void restrictToOwner(Path file) {
    try {
      if (Files.exists(file) && Files.getFileStore(file).supportsFileAttributeView("posix")) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      }
    } catch (IOException e) {
      LOG.log(Level.WARNING, "The file {0} can be read by other users: {1}", file, reason(e));
    }
  }

  /** Deletes a database under a temporary name, with the files that SQLite keeps beside it. */
  static void delete(Path database) throws IOException {
    Files.deleteIfExists(database);
    for (String companion : COMPANIONS) {
      Files.deleteIfExists(Path.of(database + companion));
    }
  }

  /** Returns the reason of an error without the file name, which the message already contains. */
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
