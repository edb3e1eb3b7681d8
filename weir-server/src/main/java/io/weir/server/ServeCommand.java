// SPDX-License-Identifier: Apache-2.0
package io.weir.server;

import io.weir.api.common.FailureCause;
import io.weir.cli.command.Command;
import io.weir.cli.command.Surroundings;
import io.weir.server.config.ConfigFaults;
import io.weir.server.config.ServeOptions;
import io.weir.server.logs.Logs;
import io.weir.server.logs.Secrets;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParseResult;

/** Runs a server until the process is told to end. */
final class ServeCommand {
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
      surroundings.errors().println("see ./weir serve --help");
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
              end(server, "process exit"); // unless a signal has done so
              ended.countDown();
            },
            "weir-shutdown"));
    StopSignals.hear(signal -> end(server, signal), server::endDrain);
    new Announcement(server, told, surroundings).print();
    await(ended);
    return ExitCode.OK;
  }

  private static void end(WeirServer server, String reason) {
    server.drain(reason);
    server.close();
  }

  /** What a failure says. */
  static String sentence(Throwable e) {
    Throwable said = FailureCause.of(e);
    return said.getMessage() == null ? said.getClass().getSimpleName() : said.getMessage();
  }

  private static void await(CountDownLatch ended) {
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
