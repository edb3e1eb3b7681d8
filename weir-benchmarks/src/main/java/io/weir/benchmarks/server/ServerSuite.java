// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server;

import io.weir.benchmarks.report.SuiteReport;
import io.weir.benchmarks.server.load.LoadConnection;
import io.weir.benchmarks.server.load.LoadQuestion;
import io.weir.benchmarks.server.site.ExternalTool;
import io.weir.benchmarks.server.site.MeasuredServer;
import io.weir.benchmarks.server.site.NginxServer;
import io.weir.benchmarks.server.site.ProcessUsage;
import io.weir.benchmarks.server.site.WeirServerProcess;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Measures what checks over HTTP cost. */
public final class ServerSuite {
  /*
   * Server and load generator are separate processes that share the machine's cores. So the requests per second depend
   * more on the load generator than on the server. Therefore requests are compared by the CPU time that the server
   * itself used. A busy machine increases CPU time too, but for both servers alike.
   */

  private ServerSuite() {}

  /** Runs all measurements. */
  public static SuiteReport run(boolean quick, PrintStream progress) {
    ServerFindings serverFindings = new ServerFindings(progress);
    if (!ProcessUsage.isKnown()) {
      serverFindings.fail(
          "the CPU time of other processes is read from /proc, which this system does not have");
    } else if (WeirServerProcess.built().isEmpty()) {
      serverFindings.fail(
          "the server is not built, or this was not started by ./weir bench server");
    } else {
      WeirServerProcess.built()
          .ifPresent(target -> measure(target, ServerTiming.of(quick), serverFindings));
    }
    return serverFindings.report();
  }

  private static void measure(
      Path target, ServerTiming serverTiming, ServerFindings serverFindings) {
    try (WorkFolders workFolders = WorkFolders.open()) {
      serverFindings.attempt(
          "load", () -> underLoad(target, serverTiming, serverFindings, workFolders));
      serverFindings.attempt(
          "size",
          () -> new ServerFootprint(target, serverTiming, serverFindings, workFolders).report());
    }
  }

  private static void underLoad(
      Path target,
      ServerTiming serverTiming,
      ServerFindings serverFindings,
      WorkFolders workFolders) {
    serverFindings.tell("starting");
    try (WeirServerProcess weir = WeirServerProcess.first(target, workFolders.folder())) {
      List<MeasuredServer> servers = new ArrayList<>(List.of(weir));
      ExternalTool.NGINX
          .path()
          .ifPresentOrElse(
              nginx -> servers.add(NginxServer.start(nginx, workFolders.folder(), answer(weir))),
              () -> serverFindings.miss(
                  ExternalTool.NGINX.absence("there is nothing to compare with")));
      try {
        ServerThroughput serverThroughput =
            new ServerThroughput(serverTiming, serverFindings, workFolders.folder());
        serverFindings.attempt("throughput", () -> serverThroughput.report(servers));
        serverFindings.attempt(
            "latency", () -> new ServerLatency(serverTiming, serverFindings).report(servers));
        serverFindings.attempt("allocation", () -> serverThroughput.reportAllocation(weir));
      } finally {
        servers.stream().skip(1).forEach(MeasuredServer::close);
      }
    }
  }

  /** Weir's answer, so that nginx sends a response of the same length. */
  private static String answer(MeasuredServer weir) {
    LoadQuestion loadQuestion = LoadQuestion.limit(1);
    try (LoadConnection loadConnection = new LoadConnection(weir)) {
      return loadConnection.ask(loadQuestion.post(weir).request(loadQuestion.body(1)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
