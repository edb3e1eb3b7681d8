// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.snapshot;

import io.weir.WhenDegraded;
import io.weir.server.directory.Directory.DirectoryContents;
import io.weir.server.directory.KeyHash;
import io.weir.server.directory.LimitOverride;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.RootKey;
import io.weir.server.directory.RootKey.KeyGrant;
import io.weir.server.directory.RootKey.KeyStatus;
import io.weir.server.directory.Workspace;
import io.weir.server.directory.table.StorePosition;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The binary format of a snapshot. {@link SnapshotFile} adds version and checksum. */
final class SnapshotFormat {
  /** Incremented with every change to the order or type of the fields. */
  static final int VERSION = 2;

  private static final String DEFAULT_MODE = "";

  private SnapshotFormat() {}

  /** Reads an item. */
  private interface ItemReader<T> {
    T read(DataInputStream in) throws IOException;
  }

  /** Writes an item. */
  private interface ItemWriter<T> {
    void write(DataOutputStream out, T item) throws IOException;
  }

  static void write(DataOutputStream out, DirectorySnapshot snapshot) throws IOException {
    out.writeUTF(snapshot.database());
    out.writeUTF(snapshot.position().store());
    out.writeLong(snapshot.position().revision());
    out.writeLong(snapshot.asOfMillis());
    DirectoryContents directoryContents = snapshot.contents();
    writeAll(out, directoryContents.keys(), SnapshotFormat::writeKey);
    writeAll(out, directoryContents.workspaces(), SnapshotFormat::writeWorkspace);
    writeAll(out, directoryContents.namespaces(), SnapshotFormat::writeNamespace);
    writeAll(out, directoryContents.overrides(), SnapshotFormat::writeOverride);
  }

  static DirectorySnapshot read(DataInputStream in) throws IOException {
    String database = in.readUTF();
    StorePosition storePosition = new StorePosition(in.readUTF(), in.readLong());
    long asOfMillis = in.readLong();
    List<RootKey> keys = readAll(in, SnapshotFormat::readKey);
    List<Workspace> workspaces = readAll(in, SnapshotFormat::readWorkspace);
    List<Namespace> namespaces = readAll(in, SnapshotFormat::readNamespace);
    List<LimitOverride> overrides = readAll(in, SnapshotFormat::readOverride);
    return new DirectorySnapshot(
        database,
        storePosition,
        asOfMillis,
        new DirectoryContents(keys, workspaces, namespaces, overrides));
  }

  private static <T> void writeAll(DataOutputStream out, List<T> items, ItemWriter<T> itemWriter)
      throws IOException {
    out.writeInt(items.size());
    for (T item : items) {
      itemWriter.write(out, item);
    }
  }

  private static <T> List<T> readAll(DataInputStream in, ItemReader<T> itemReader)
      throws IOException {
    int count = in.readInt();
    List<T> items = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      items.add(itemReader.read(in));
    }
    return items;
  }

  private static void writeKey(DataOutputStream out, RootKey key) throws IOException {
    out.writeUTF(key.id());
    out.writeUTF(key.workspaceId());
    out.write(key.hash().bytes());
    out.writeUTF(key.name());
    writeAll(out, List.copyOf(key.permissions()), DataOutputStream::writeUTF);
    out.writeLong(key.expiresAt());
    out.writeBoolean(key.enabled());
    out.writeBoolean(key.deleted());
    out.writeLong(key.revision());
  }

  private static RootKey readKey(DataInputStream in) throws IOException {
    String id = in.readUTF();
    String workspaceId = in.readUTF();
    byte[] hash = new byte[KeyHash.LENGTH];
    in.readFully(hash);
    String name = in.readUTF();
    Set<String> permissions = new HashSet<>(readAll(in, each -> each.readUTF()));
    return new RootKey(
        id,
        workspaceId,
        KeyHash.ofBytes(hash),
        name,
        new KeyGrant(permissions, in.readLong()),
        KeyStatus.of(in.readBoolean(), in.readBoolean()),
        in.readLong());
  }

  private static void writeWorkspace(DataOutputStream out, Workspace workspace) throws IOException {
    out.writeUTF(workspace.id());
    out.writeUTF(workspace.name());
    out.writeBoolean(workspace.enabled());
    out.writeLong(workspace.quota());
    out.writeLong(workspace.revision());
  }

  private static Workspace readWorkspace(DataInputStream in) throws IOException {
    return new Workspace(
        in.readUTF(), in.readUTF(), in.readBoolean(), in.readLong(), in.readLong());
  }

  private static void writeNamespace(DataOutputStream out, Namespace namespace) throws IOException {
    WhenDegraded mode = namespace.whenDegraded();
    out.writeUTF(namespace.id());
    out.writeUTF(namespace.workspaceId());
    out.writeUTF(namespace.name());
    out.writeUTF(mode == null ? DEFAULT_MODE : mode.name());
    out.writeBoolean(namespace.exactWindow());
    out.writeBoolean(namespace.deleted());
    out.writeLong(namespace.revision());
  }

  private static Namespace readNamespace(DataInputStream in) throws IOException {
    return new Namespace(
        in.readUTF(),
        in.readUTF(),
        in.readUTF(),
        mode(in.readUTF()),
        in.readBoolean(),
        in.readBoolean(),
        in.readLong());
  }

  private static @Nullable WhenDegraded mode(String name) {
    return name.equals(DEFAULT_MODE) ? null : WhenDegraded.valueOf(name);
  }

  private static void writeOverride(DataOutputStream out, LimitOverride override)
      throws IOException {
    out.writeUTF(override.id());
    out.writeUTF(override.namespaceId());
    out.writeUTF(override.identifier());
    out.writeLong(override.limit());
    out.writeLong(override.durationMillis());
    out.writeLong(override.revision());
  }

  private static LimitOverride readOverride(DataInputStream in) throws IOException {
    return new LimitOverride(
        in.readUTF(),
        in.readUTF(),
        in.readUTF(),
        in.readLong(),
        in.readLong(),
        false,
        in.readLong());
  }
}
