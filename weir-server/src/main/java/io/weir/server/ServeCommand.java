// SPDX-License-Identifier: Apache-2.0
package io.weir.server;

import io.weir.api.common.FailureCause;
import io.weir.cli.command.Command;
import io.weir.cli.command.CommandContext;
import io.weir.server.config.ConfigFaults;
import io.weir.server.config.ServeOptions;
import io.weir.server.logs.LogSetup;
import io.weir.server.logs.SecretRedactor;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParseResult;

/** The command that runs a server until the process receives a shutdown signal. */
final class ServeCommand {
  private ServeCommand() {}

  static Command command() {
    return new Command(new CommandLine(ServeOptions.spec()), ServeCommand::run);
  }

  private static int run(ParseResult parsed, CommandContext commandContext) {
    ServeOptions.ServeSettings serveSettings;
    try {
      serveSettings = ServeOptions.read(parsed, commandContext.environment());
    } catch (ConfigFaults e) {
      commandContext.errors().println("weir serve: " + e.getMessage());
      commandContext.errors().println("see ./weir serve --help");
      return ExitCode.USAGE;
    }
    LogSetup.setUp(serveSettings.logFormat(), serveSettings.logLevel());
    WeirServer server;
    try {
      server = WeirServer.start(serveSettings.server());
    } catch (RuntimeException e) {
      commandContext.errors().println("weir serve: " + SecretRedactor.redact(describe(e)));
      return ExitCode.SOFTWARE;
    }
    CountDownLatch ended = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(new Thread(
            () -> {
              end(server, "process exit"); // does nothing if a signal has already done so
              ended.countDown();
            },
            "weir-shutdown"));
    ShutdownSignals.install(signal -> end(server, signal), server::endDrain);
    new StartupMessage(server, serveSettings, commandContext).print();
    await(ended);
    return ExitCode.OK;
  }

  private static void end(WeirServer server, String reason) {
    server.drain(reason);
    server.close();
  }

  /** Returns the message of a failure, or its type if it has none. */
  static String describe(Throwable e) {
    Throwable reported = FailureCause.of(e);
    return reported.getMessage() == null
        ? reported.getClass().getSimpleName()
        : reported.getMessage();
  }

  private static void await(CountDownLatch ended) {
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
