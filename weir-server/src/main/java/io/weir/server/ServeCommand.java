// SPDX-License-Identifier: Apache-2.0
package io.weir.server;

import io.weir.cli.command.Command;
import io.weir.cli.command.Surroundings;
import io.weir.server.config.ConfigFaults;
import io.weir.server.config.ServeOptions;
import io.weir.server.logs.Logs;
import io.weir.server.logs.Secrets;
import java.io.PrintWriter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParseResult;

/** Runs a server until the process is told to end. */
final class ServeCommand {
  private static final Logger LOG = System.getLogger(ServeCommand.class.getName());

  private ServeCommand() {}

  static Command command() {
    return new Command(new CommandLine(ServeOptions.spec()), ServeCommand::run);
  }

  private static int run(ParseResult asked, Surroundings surroundings) {
    ServeOptions.Told told;
    try {
      told = ServeOptions.read(asked, surroundings.environment());
    } catch (ConfigFaults e) {
      surroundings.errors().println("weir serve: " + e.getMessage());
      surroundings.errors().println("./weir serve --help tells more");
      return ExitCode.USAGE;
    }
    Logs.setUp(told.logFormat(), told.logLevel());
    WeirServer server;
    try {
      server = WeirServer.start(told.server());
    } catch (RuntimeException e) {
      surroundings.errors().println("weir serve: " + Secrets.hiddenIn(sentence(e)));
      return ExitCode.SOFTWARE;
    }
    CountDownLatch ended = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(new Thread(
            () -> {
              end(server); // unless a signal has done so
              ended.countDown();
            },
            "weir-shutdown"));
    StopSignals.hear(() -> end(server), server::endDrain);
    announce(server, surroundings);
    await(ended);
    return ExitCode.OK;
  }

  private static void end(WeirServer server) {
    server.drain();
    server.close();
  }

  private static String sentence(Throwable e) {
    Throwable said = e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
    return String.valueOf(said.getMessage());
  }

  private static void announce(WeirServer server, Surroundings surroundings) {
    PrintWriter out = new PrintWriter(surroundings.out(), false, StandardCharsets.UTF_8);
    out.println("listening " + server.url());
    out.flush();
    CompletableFuture<?> unusedTold = server.newRootKey().handle((made, failure) -> {
      if (failure != null) {
        LOG.log(
            Level.ERROR,
            "there is no root key to start with: {0}",
            Secrets.hiddenIn(sentence(failure)));
        return false;
      }
      made.ifPresent(key -> {
        out.println("root-key " + key);
        out.println(
            "curl -s " + server.url() + "/v2/ratelimit.limit -H 'Authorization: Bearer " + key
                + "' -H 'Content-Type: application/json'"
                + " -d '{\"namespace\":\"hello\",\"identifier\":\"you\",\"limit\":10,\"duration\":60000}'");
        out.flush();
      });
      return true;
    });
  }

  private static void await(CountDownLatch ended) {
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
