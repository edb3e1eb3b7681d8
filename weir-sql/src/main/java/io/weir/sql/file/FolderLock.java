// SPDX-License-Identifier: Apache-2.0
package io.weir.sql.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The lock of a data folder, which one process holds at a time. The operating system releases it when the process
 * ends, however it ends; the file itself stays.
 */
final class FolderLock implements AutoCloseable {
  private final FileChannel channel;

  private FolderLock(FileChannel channel) {
    this.channel = channel;
  }

  static FolderLock take(DataFolder folder) {
    Path file = folder.lock();
    FileChannel channel;
    try {
      channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new LocalFileException("the folder " + folder.path() + " can't be written: "
          + DataFolder.reason(e) + "; make it writable for this user, or use another folder");
    }
    boolean locked = false;
    try {
      FileLock lock = channel.tryLock();
      if (lock == null) {
        throw inUse(folder, "another process" + holder(file));
      }
      locked = true;
      DataFolder.restrictToOwner(file);
      String pid = ProcessHandle.current().pid() + "\n";
      channel.truncate(0).write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.UTF_8)), 0);
    } catch (OverlappingFileLockException e) {
      throw inUse(folder, "this process");
    } catch (IOException e) {
      if (!locked) {
        throw new LocalFileException("the file " + file + " can't be locked: "
            + DataFolder.reason(e) + "; a data folder must be on a disk that supports file locks");
      }
      // The process id is only informational: a full disk has no room for it, but the lock holds.
    } finally {
      if (!locked) {
        closeQuietly(channel);
      }
    }
    return new FolderLock(channel);
  }

  private static LocalFileException inUse(DataFolder folder, String who) {
    return new LocalFileException("the file " + folder.database() + " is already in use by " + who
        + "; stop it first, or use another folder");
  }

  private static String holder(Path file) {
    try {
      String pid = Files.readString(file).strip();
      return pid.isEmpty() ? "" : " (process id " + pid + ")";
    } catch (IOException e) {
      return "";
    }
  }

  private static void closeQuietly(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // Nothing was locked, so there is nothing to clean up.
    }
  }

  @Override
  public void close() {
    closeQuietly(channel);
  }
}
