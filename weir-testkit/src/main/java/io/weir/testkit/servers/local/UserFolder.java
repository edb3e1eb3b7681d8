// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers.local;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A folder that all processes of a user share, for example for unpacked servers. Another user with write access could
 * replace the executables that we run, so only this user has access.
 */
public final class UserFolder {
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  /** For new files and folders: other users can neither read, change nor run them. */
  public static final FileAttribute<?> FOR_OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(OWNER_ONLY);

  private static final String UNFINISHED = "unfinished-";
  private static final String CONTENTS = "contents";

  /** File locks are held by a whole JVM, so its threads need an additional lock. */
  private static final Object IN_THIS_JVM = new Object();

  /** Creates the content of a shared folder. */
  @FunctionalInterface
  public interface FolderMaker {
    /** Fills an empty folder. If it throws, the folder is discarded. */
    void fill(Path folder) throws IOException;
  }

  private final Path path;

  private UserFolder(Path path) {
    this.path = path;
  }

  /**
   * Opens this user's folder, and creates it if it is missing.
   *
   * @param subject its purpose
   * @param remedy part of a sentence: what helps if it cannot be trusted, besides removing it
   */
  public static UserFolder open(Path parent, String subject, String remedy) throws IOException {
    Path path = parent.resolve("weir-" + subject + "-" + System.getProperty("user.name"));
    try {
      Files.createDirectory(path, FOR_OWNER_ONLY);
    } catch (FileAlreadyExistsException e) {
      if (!isOurs(path, parent)) {
        throw new IllegalStateException(
            "not a folder that only this user can write to: " + path + "; remove it, or " + remedy,
            e);
      }
    }
    return new UserFolder(path);
  }

  private static boolean isOurs(Path path, Path parent) throws IOException {
    Path probe = Files.createTempFile(parent, "weir", "", FOR_OWNER_ONLY);
    try {
      return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
          && Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(probe))
          && Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS).equals(OWNER_ONLY);
    } finally {
      Files.delete(probe);
    }
  }

  public Path path() {
    return path;
  }

  /**
   * Returns the complete folder of this name below this one. One process creates it while others wait, and it is
   * created again if a part is missing: programs that clean up temporary files delete old ones one by one.
   */
  public Path whole(String name, FolderMaker folderMaker) throws IOException {
    Path folder = path.resolve(name);
    synchronized (IN_THIS_JVM) {
      try (FileChannel channel = FileChannel.open(
              path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          var lock = channel.lock()) {
        if (lock.isValid() && !isWhole(folder)) {
          make(folder, folderMaker);
        }
      }
    }
    return folder;
  }

  private static boolean isWhole(Path folder) throws IOException {
    try {
      List<String> expected = Files.readAllLines(folder.resolve(CONTENTS));
      Set<String> found = Set.copyOf(new FolderTree(folder).listing());
      return found.containsAll(expected);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Moves the complete folder into place, so that no process ever uses an incomplete one. */
  private void make(Path folder, FolderMaker folderMaker) throws IOException {
    removeUnfinished();
    Path unfinished = Files.createTempDirectory(path, UNFINISHED, FOR_OWNER_ONLY);
    try {
      folderMaker.fill(unfinished);
      Files.write(unfinished.resolve(CONTENTS), new FolderTree(unfinished).listing());
      new FolderTree(folder).delete();
      Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      new FolderTree(unfinished).delete();
    }
  }

  /**
   * While the lock is held no other process is creating a folder: any unfinished one was left by a process that was
   * killed.
   */
  private void removeUnfinished() throws IOException {
    List<Path> left;
    try (Stream<Path> all = Files.list(path)) {
      left = all.filter(each -> each.getFileName().toString().startsWith(UNFINISHED))
          .toList();
    }
    for (Path each : left) {
      new FolderTree(each).delete();
    }
  }
}
