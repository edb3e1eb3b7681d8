// SPDX-License-Identifier: Apache-2.0
package io.weir.server;

import io.weir.cli.command.CommandContext;
import io.weir.server.admin.RootKeyFile;
import io.weir.server.api.RequestPipeline;
import io.weir.server.config.ServeOptions;
import io.weir.server.logs.IoReason;
import io.weir.server.logs.SecretRedactor;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/**
 * Prints a server's startup information to standard output: its address, its data folder and, at the first start, the
 * root key. Standard output often ends up in a log that many people can read. So unless it is a terminal or printing
 * the key was requested, the key is written to a file and only the file's path is printed.
 */
final class StartupMessage {
  private static final Logger LOG = System.getLogger(StartupMessage.class.getName());

  private static final String EXAMPLE =
      "{\"namespace\":\"hello\",\"identifier\":\"you\",\"limit\":10,\"duration\":60000}";

  private final WeirServer server;
  private final Path folder;
  private final boolean printsKey;
  private final PrintWriter out;

  StartupMessage(
      WeirServer server, ServeOptions.ServeSettings serveSettings, CommandContext commandContext) {
    this.server = server;
    this.folder = serveSettings.server().data().toAbsolutePath().normalize();
    this.printsKey = serveSettings.printsRootKey() || commandContext.isTerminal();
    this.out = new PrintWriter(commandContext.out(), false, StandardCharsets.UTF_8);
  }

  /** Prints the address and the folder now, and the root key once it has been created. */
  void print() {
    out.println("listening " + server.url());
    out.println("data " + folder);
    out.flush();
    CompletableFuture<?> unusedPrinted = server.newRootKey().handle((created, failure) -> {
      if (failure != null) {
        LOG.log(
            Level.ERROR,
            "The root key could not be set up: {0}",
            SecretRedactor.redact(ServeCommand.describe(failure)));
        return false;
      }
      created.ifPresent(this::printKey);
      return true;
    });
  }

  private void printKey(String key) {
    if (printsKey) {
      out.println("root-key " + key);
      out.println(curl("'Authorization: Bearer " + key + "'"));
    } else {
      store(key);
    }
    out.flush();
  }

  private void store(String key) {
    try {
      Path file = RootKeyFile.write(folder, key);
      out.println("root-key-file " + file);
      out.println(curl("\"Authorization: Bearer $(cat " + quoted(file) + ")\""));
    } catch (IOException e) {
      LOG.log(
          Level.ERROR,
          "The first root key (its name is first) could not be written to the folder {0} and is lost: {1}."
              + " Create another key with ./weir keys create, and revoke this one with ./weir keys revoke first",
          folder,
          IoReason.of(e));
    }
  }

  private static String quoted(Path file) {
    return "'" + file.toString().replace("'", "'\\''") + "'";
  }

  private String curl(String authorization) {
    return "curl -s " + server.url() + RequestPipeline.PREFIX + "ratelimit.limit -H "
        + authorization + " -H 'Content-Type: application/json' -d '" + EXAMPLE + "'";
  }
}
