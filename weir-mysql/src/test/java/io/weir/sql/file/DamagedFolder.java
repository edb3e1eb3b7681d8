// SPDX-License-Identifier: Apache-2.0
package io.weir.sql.file;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.mysql.local.LocalStore;
import io.weir.origin.Origin.Publication;
import io.weir.origin.Origin.Query;
import io.weir.testkit.servers.Eventually;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A folder with a database that contains counts, and ways to damage it. */
final class DamagedFolder {
  static final int CELLS = 5_000;
  static final int PAGE = 4_096;

  private DamagedFolder() {}

  static CellKey cell(int number) {
    return new CellKey(new SubjectKey("w", "n", "id-" + number, 60_000), 28_000_000);
  }

  /** Fills the folder's store with counts and closes it. */
  static Path filled(Path folder) {
    try (LocalStore store = LocalStore.open(folder)) {
      publish(store, CELLS);
    }
    return folder.resolve("weir.db");
  }

  static void publish(LocalStore store, int cells) {
    List<Publication> batch = new ArrayList<>();
    for (int i = 0; i < cells; i++) {
      batch.add(new Publication(cell(i), "one", i + 1, 600_000));
    }
    Eventually.await(store.publish(batch));
  }

  static long read(LocalStore store, int number) {
    return Eventually.await(store.read(List.of(new Query(cell(number), "two")))).get(0);
  }

  /** Overwrites some bytes. */
  static void overwrite(Path file, long at, int length) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.seek(at);
      byte[] noise = new byte[length];
      java.util.Arrays.fill(noise, (byte) 0xa5);
      bytes.write(noise);
    }
  }

  static void truncate(Path file, long size) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.setLength(size);
    }
  }

  static long pages(Path file) throws IOException {
    return Files.size(file) / PAGE;
  }
}
