// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.snapshot;

import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Optional;

/**
 * The file that contains a snapshot: magic bytes, version, content, and the SHA-256 of all of these. Only its owner
 * can read it.
 */
final class SnapshotFile {
  private static final Logger LOG = System.getLogger(SnapshotFile.class.getName());

  /** Its name in the data folder. */
  static final String NAME = "directory.snapshot";

  /** The name that a file is renamed to if it could not be read, so that an operator can inspect it. */
  static final String UNREADABLE_SUFFIX = NAME + ".unreadable";

  private static final String TEMPORARY = ".tmp";

  private static final byte[] MAGIC = "WEIRSNAP".getBytes(StandardCharsets.US_ASCII);
  private static final int HEAD = MAGIC.length + Integer.BYTES;
  private static final int CHECKSUM = 32;

  /** The largest share of the heap that a file may take: while it is read, its content is in memory twice. */
  private static final long HEAP_SHARE = 8;

  private final Path folder;

  SnapshotFile(Path folder) {
    this.folder = folder;
  }

  private Path file() {
    return folder.resolve(NAME);
  }

  /** Replaces the file atomically. Other servers may use the same folder. */
  void write(DirectorySnapshot snapshot) throws IOException {
    makeFolder();
    Path temporary = Files.createTempFile(folder, NAME, TEMPORARY, ownerOnly("rw-------"));
    try {
      fill(temporary, snapshot);
      Files.move(
          temporary, file(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
    syncFolder();
  }

  private static void fill(Path temporary, DirectorySnapshot snapshot) throws IOException {
    try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
      DigestOutputStream digested =
          new DigestOutputStream(Channels.newOutputStream(channel), sha256());
      DataOutputStream out = new DataOutputStream(new BufferedOutputStream(digested));
      out.write(MAGIC);
      out.writeInt(SnapshotFormat.VERSION);
      SnapshotFormat.write(out, snapshot);
      out.flush();
      byte[] checksum = digested.getMessageDigest().digest();
      digested.on(false);
      digested.write(checksum);
      channel.force(true);
    }
  }

  private void makeFolder() throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder.toAbsolutePath(), ownerOnly("rwx------"));
    }
  }

  /** Makes the rename durable, on systems that allow a folder to be opened. */
  private void syncFolder() {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "The folder {0} could not be synchronised: {1}", folder, e);
    }
  }

  private FileAttribute<?>[] ownerOnly(String permissions) {
    return folder.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  /** Returns the content of the file; empty if there is none. A file that cannot be used is logged and renamed. */
  Optional<DirectorySnapshot> read() {
    if (!Files.exists(file())) {
      return Optional.empty();
    }
    deleteLeftovers();
    try {
      if (Files.size(file()) > Runtime.getRuntime().maxMemory() / HEAP_SHARE) {
        return unusable(
            "it has " + Files.size(file()) + " bytes, which is too large for this heap");
      }
      byte[] bytes = Files.readAllBytes(file());
      return fault(bytes).map(this::unusable).orElseGet(() -> parsed(bytes));
    } catch (IOException e) {
      return unusable("it can't be read: " + e.getClass().getSimpleName());
    }
  }

  /**
   * Deletes temporary files of processes that were killed while writing. A file newer than the snapshot may be in
   * use.
   */
  private void deleteLeftovers() {
    try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, NAME + "*" + TEMPORARY)) {
      FileTime newest = Files.getLastModifiedTime(file());
      for (Path each : left) {
        if (Files.getLastModifiedTime(each).compareTo(newest) < 0) {
          Files.deleteIfExists(each);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      LOG.log(Level.DEBUG, "Left-over files in {0} could not be deleted: {1}", folder, e);
    }
  }

  private static Optional<String> fault(byte[] bytes) throws IOException {
    if (bytes.length < HEAD + CHECKSUM
        || !Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      return Optional.of("it is not a snapshot, or it is incomplete");
    }
    int version =
        new DataInputStream(new ByteArrayInputStream(bytes, MAGIC.length, Integer.BYTES)).readInt();
    if (version != SnapshotFormat.VERSION) {
      return Optional.of("it has version " + version + ", but this server reads version "
          + SnapshotFormat.VERSION);
    }
    MessageDigest digest = sha256();
    digest.update(bytes, 0, bytes.length - CHECKSUM);
    byte[] expected = Arrays.copyOfRange(bytes, bytes.length - CHECKSUM, bytes.length);
    return Arrays.equals(digest.digest(), expected)
        ? Optional.empty()
        : Optional.of("it is damaged: the checksum does not match");
  }

  private Optional<DirectorySnapshot> parsed(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(
        new ByteArrayInputStream(bytes, HEAD, bytes.length - HEAD - CHECKSUM))) {
      return Optional.of(SnapshotFormat.read(in));
    } catch (IOException | IllegalArgumentException e) {
      return unusable("its content is invalid: " + e.getClass().getSimpleName());
    }
  }

  private Optional<DirectorySnapshot> unusable(String reason) {
    Path aside = folder.resolve(UNREADABLE_SUFFIX);
    String moved = " It was renamed to " + aside.getFileName() + ".";
    try {
      Files.move(file(), aside, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      moved = "";
    }
    LOG.log(Level.WARNING, "The directory snapshot {0} is ignored: {1}.{2}", file(), reason, moved);
    return Optional.empty();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is not available", e);
    }
  }
}
