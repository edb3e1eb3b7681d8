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
 * What a server tells on standard output at its start: where it listens and keeps its data and, at the first start, the root
 * key. Standard output often ends up in a log that many can read, so unless a person is at the terminal or the key was asked
 * for, it goes into a file and only the file is named.
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

  /** Tells what is known, and of the root key when it has been made. */
  void print() {
    out.println("listening " + server.url());
    out.println("data " + folder);
    out.flush();
    CompletableFuture<?> unusedTold = server.newRootKey().handle((made, failure) -> {
      if (failure != null) {
        LOG.log(
            Level.ERROR,
            "The root key could not be set up: {0}",
            SecretRedactor.redact(ServeCommand.describe(failure)));
        return false;
      }
      made.ifPresent(this::printKey);
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
