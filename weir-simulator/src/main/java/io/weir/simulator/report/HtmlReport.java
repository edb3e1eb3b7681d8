// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report;

import io.weir.simulator.report.chart.Markup;
import io.weir.simulator.report.plot.DelayPlot;
import io.weir.simulator.report.plot.ExcessPlot;
import io.weir.simulator.report.plot.FrontierPlot;
import io.weir.simulator.report.plot.LoadPlot;
import io.weir.simulator.report.plot.Plot;
import io.weir.simulator.report.plot.RunSet;
import io.weir.simulator.report.plot.StorePlot;
import io.weir.simulator.report.plot.TimePlot;
import io.weir.simulator.result.Frontier;
import io.weir.simulator.result.SimulationResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * An HTML report of simulation results: a single file without scripts or external resources. It is also well-formed
 * XML. The same results give the same bytes.
 */
public final class HtmlReport {
  private final SimulationResult simulationResult;
  private final String command;
  private final List<Frontier> frontiers;

  private HtmlReport(SimulationResult simulationResult, String command, List<Frontier> frontiers) {
    this.simulationResult = simulationResult;
    this.command = command;
    this.frontiers = frontiers;
  }

  /** Creates a report. The command that it shows is the one that runs a built-in scenario of that name. */
  public static HtmlReport of(SimulationResult simulationResult) {
    return new HtmlReport(simulationResult, ReportCover.command(simulationResult), List.of());
  }

  /** Returns a copy of this report with the command line that repeats the simulation. */
  public HtmlReport withCommand(String commandLine) {
    return new HtmlReport(simulationResult, commandLine, frontiers);
  }

  /** Returns a copy of this report with another frontier plot. */
  public HtmlReport withFrontier(Frontier frontier) {
    List<Frontier> more = new ArrayList<>(frontiers);
    more.add(frontier);
    return new HtmlReport(simulationResult, command, List.copyOf(more));
  }

  /** Writes the report as UTF-8 and leaves the stream open. */
  public void write(OutputStream out) throws IOException {
    out.write(text().getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /** Returns the report as text. */
  public String text() {
    Markup page = new Markup();
    page.open("html", "xmlns", "http://www.w3.org/1999/xhtml", "lang", "en").line();
    head(page);
    page.open("body").open("main").line();
    ReportCover reportCover = new ReportCover(simulationResult, command);
    reportCover.write(page);
    if (simulationResult.runs().isEmpty()) {
      page.leaf("p", "There were no runs, so there is nothing to show.", "class", "empty");
    } else {
      new OverviewTable(RunSet.of(simulationResult)).write(page);
    }
    plots(page);
    if (!simulationResult.runs().isEmpty()) {
      new RunTables(RunSet.of(simulationResult)).write(page);
    }
    ReportCover.terms(page);
    page.close().close().line().close().line();
    return "<!DOCTYPE html>\n" + page.finish();
  }

  private void head(Markup page) {
    page.open("head").line();
    page.empty("meta", "charset", "utf-8").line();
    page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
        .line();
    page.empty("meta", "name", "color-scheme", "content", "light dark").line();
    // Otherwise browsers request an icon from the server of the page.
    page.empty("link", "rel", "icon", "href", "data:,").line();
    page.leaf("title", simulationResult.scenario() + " – Weir simulation").line();
    page.style(styleSheet()).line();
    page.close().line();
  }

  private void plots(Markup page) {
    List<Plot> plots = all();
    int number = 0;
    for (Plot plot : plots) {
      if (!plot.isEmpty()) {
        number++;
        section(page, plot, number);
      }
    }
    String missing = plots.stream()
        .filter(Plot::isEmpty)
        .map(plot -> "“" + plot.title() + "”")
        .collect(Collectors.joining(", "));
    if (!missing.isEmpty() && !simulationResult.runs().isEmpty()) {
      page.leaf(
          "p", "Not shown, because there is no data for it: " + missing + ".", "class", "missing");
      page.line();
    }
  }

  private List<Plot> all() {
    RunSet runSet = RunSet.of(simulationResult);
    List<Plot> plots = new ArrayList<>();
    plots.add(new LoadPlot(simulationResult.scenario(), runSet));
    plots.add(new ExcessPlot(runSet));
    plots.add(new TimePlot(runSet, TimePlot.Quantity.USAGE));
    plots.add(new TimePlot(runSet, TimePlot.Quantity.RATE));
    plots.add(new DelayPlot(runSet));
    plots.add(new StorePlot(runSet));
    frontiers.forEach(frontier -> plots.add(new FrontierPlot(frontier)));
    return plots;
  }

  private static void section(Markup page, Plot plot, int number) {
    page.open("section", "class", "figure", "id", "figure-" + number).line();
    page.open("div", "class", "about");
    page.leaf("p", "Figure " + number, "class", "number");
    page.leaf("h2", plot.title()).leaf("p", plot.text()).close().line();
    page.open("figure", "aria-label", plot.title());
    plot.draw(page);
    page.close().line().close().line();
  }

  private static String styleSheet() {
    try (InputStream sheet = HtmlReport.class.getResourceAsStream("report.css")) {
      return new String(
          Optional.ofNullable(sheet).orElseThrow().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the style sheet can't be read", e);
    }
  }
}
