// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server;

import io.weir.benchmarks.report.Report;
import io.weir.benchmarks.server.load.Caller;
import io.weir.benchmarks.server.load.Question;
import io.weir.benchmarks.server.site.NginxSite;
import io.weir.benchmarks.server.site.Site;
import io.weir.benchmarks.server.site.Tool;
import io.weir.benchmarks.server.site.Usage;
import io.weir.benchmarks.server.site.WeirSite;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What does it cost to ask over HTTP? */
public final class OverHttp {
  /*
   * Server and load are processes of their own, and share the machine's cores: how many requests per second came through
   * says more of the load than of the server. So requests are held against the processor time that the server itself
   * used, which a busy machine lengthens, but for both sides alike.
   */

  private OverHttp() {}

  /** Measures all of it. */
  public static Report run(boolean quick, PrintStream progress) {
    Findings findings = new Findings(progress);
    if (!Usage.isKnown()) {
      findings.fail(
          "the CPU time of other processes is read from /proc, which this system does not have");
    } else if (WeirSite.built().isEmpty()) {
      findings.fail("the server is not built, or this was not started by ./weir bench server");
    } else {
      WeirSite.built().ifPresent(target -> measure(target, Rhythm.of(quick), findings));
    }
    return findings.report();
  }

  private static void measure(Path target, Rhythm rhythm, Findings findings) {
    try (Workshop workshop = Workshop.open()) {
      findings.attempt("load", () -> underLoad(target, rhythm, findings, workshop));
      findings.attempt("size", () -> new Size(target, rhythm, findings, workshop).report());
    }
  }

  private static void underLoad(Path target, Rhythm rhythm, Findings findings, Workshop workshop) {
    findings.tell("starting");
    try (WeirSite weir = WeirSite.first(target, workshop.folder())) {
      List<Site> sites = new ArrayList<>(List.of(weir));
      Tool.NGINX
          .path()
          .ifPresentOrElse(
              nginx -> sites.add(NginxSite.start(nginx, workshop.folder(), answer(weir))),
              () -> findings.miss(Tool.NGINX.absence("there is nothing to compare with")));
      try {
        Throughput throughput = new Throughput(rhythm, findings, workshop.folder());
        findings.attempt("throughput", () -> throughput.report(sites));
        findings.attempt("latency", () -> new Latency(rhythm, findings).report(sites));
        findings.attempt("allocation", () -> throughput.reportAllocation(weir));
      } finally {
        sites.stream().skip(1).forEach(Site::close);
      }
    }
  }

  /** What Weir answers: nginx is to send as much. */
  private static String answer(Site weir) {
    Question question = Question.limit(1);
    try (Caller caller = new Caller(weir)) {
      return caller.ask(question.post(weir).request(question.body(1)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
