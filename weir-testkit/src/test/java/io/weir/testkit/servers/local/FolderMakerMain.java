// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A process that creates a folder below the given one: it prints that it has begun, and finishes when it is told to.
 */
final class FolderMakerMain {
  static final String NAME = "thing";

  private FolderMakerMain() {}

  @SuppressWarnings("SystemOut") // its parent reads this
  public static void main(String[] arguments) throws IOException {
    UserFolder.open(Path.of(arguments[0]), "test", "").whole(NAME, folder -> {
      Files.writeString(folder.resolve("half"), "theirs");
      System.out.println("begun");
      System.in.read();
      Files.writeString(folder.resolve("other half"), "theirs");
    });
  }
}
