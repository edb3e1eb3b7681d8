// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.simulator.result.Frontier;
import io.weir.simulator.result.Run;
import io.weir.simulator.result.SimulationResult;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class HtmlReportTest {

  /** Parses the page as XML, which fails if something is not closed, quoted or escaped. */
  private static Document parse(HtmlReport report) throws Exception {
    DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    builder.setErrorHandler(null);
    return builder.parse(new ByteArrayInputStream(report.text().getBytes(StandardCharsets.UTF_8)));
  }

  private static List<String> titles(Document page) {
    return texts(page.getElementsByTagName("figure"), "aria-label");
  }

  private static List<String> texts(NodeList nodes, String attribute) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      Element element = (Element) nodes.item(i);
      texts.add(attribute.isEmpty() ? element.getTextContent() : element.getAttribute(attribute));
    }
    return texts;
  }

  @Test
  void everyPlotIsShownOnce() throws Exception {
    Document page =
        parse(HtmlReport.of(ResultFixture.full()).withFrontier(ResultFixture.frontier()));

    assertThat(titles(page))
        .containsExactly(
            "The even-spread attack",
            "Over-admission by contender and load",
            "Admitted against the limit, over time",
            "Offered and admitted, per second",
            "Propagation delay between regions",
            "Load on the stores",
            "Ledger rows against over-admission");
  }

  @Test
  void drawingsHaveNames() throws Exception {
    NodeList drawings = parse(
            HtmlReport.of(ResultFixture.full()).withFrontier(ResultFixture.frontier()))
        .getElementsByTagName("svg");

    int named = 0;
    for (int i = 0; i < drawings.getLength(); i++) {
      Element drawing = (Element) drawings.item(i);
      boolean isNamed = drawing.getAttribute("role").equals("img")
          && !drawing.getAttribute("aria-label").isBlank();
      boolean isPart = drawing.getParentNode().getNodeName().matches("svg|g");
      assertThat(isNamed || isPart || drawing.getAttribute("aria-hidden").equals("true"))
          .isTrue();
      named += isNamed ? 1 : 0;
    }
    assertThat(named).as("charts, with a panel for each of five loads").isEqualTo(4 + 2 * 5 + 3);
  }

  @Test
  void theSetUpAndItsCommandAreShown() {
    String text = HtmlReport.of(ResultFixture.full()).text();

    assertThat(text)
        .contains(
            "./weir simulate --scenario even-spread --policy all --regions 10 --nodes 3 --seed 42");
    assertThat(HtmlReport.of(ResultFixture.full()).withCommand("./weir other").text())
        .contains("<code>./weir other</code>");
  }

  @Test
  void everyContenderAndRunHasARow() throws Exception {
    NodeList rows = parse(HtmlReport.of(ResultFixture.full())).getElementsByTagName("tr");

    assertThat(rows.getLength()).isEqualTo((1 + 5) + 2 * (2 + 25));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script>alert(1)</script>",
        "a & b",
        "\"'><svg onload=x>",
        "]]>",
        "-->",
        "\u0000\uD800\uFFFF"
      })
  void textIsEscapedEverywhere(String text) throws Exception {
    SimulationResult simulationResult = new SimulationResult(
        text,
        text,
        1,
        1,
        1,
        60_000,
        List.of(ResultFixture.run(text, 2), ResultFixture.run(text, 4)));
    Frontier frontier =
        new Frontier(text, text, text, List.of(new Frontier.FrontierPoint(text, text, 1, 1)));

    Document page = parse(HtmlReport.of(simulationResult).withCommand(text).withFrontier(frontier));

    assertThat(page.getElementsByTagName("script").getLength()).isZero();
    String shown = text.replaceAll("[\u0000\uD800\uFFFF]", "\uFFFD");
    assertThat(texts(page.getElementsByTagName("h1"), "")).containsExactly(shown);
    assertThat(titles(page)).contains(shown);
  }

  @Test
  void thePageFetchesNothing() {
    String text = HtmlReport.of(ResultFixture.full())
        .withFrontier(ResultFixture.frontier())
        .text()
        .replace("xmlns=\"http://www.w3.org/2000/svg\"", "")
        .replace("xmlns=\"http://www.w3.org/1999/xhtml\"", "");

    assertThat(text).doesNotContain("http:", "https:", "//", "url(", "@import", "<script", "src=");
  }

  @Test
  void aReportWithoutRunsSaysSo() throws Exception {
    HtmlReport report = HtmlReport.of(ResultFixture.titled("nothing", List.of()));

    assertThat(titles(parse(report))).isEmpty();
    assertThat(report.text()).doesNotContain("<svg");
    assertThat(report.text()).contains("There were no runs");
  }

  @Test
  void aSingleRunIsDrawn() throws Exception {
    HtmlReport report = HtmlReport.of(ResultFixture.outcome(List.of("exact"), List.of(2.0)));

    assertThat(titles(parse(report))).hasSize(4).doesNotContain("The even-spread attack");
    assertThat(report.text())
        .contains("Not shown", "“The even-spread attack”", "“Propagation delay between regions”");
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {0, Double.NaN, Double.POSITIVE_INFINITY, 1e300, 1e-300, Double.MIN_VALUE, -1})
  void invalidNumbersAreNotDrawn(double invalid) throws Exception {
    Run plain = ResultFixture.run("weir", 2);
    Run run = new Run(
        "weir",
        Double.isFinite(invalid) ? invalid : 0,
        new Run.Volume(0, 0, 0, 0, 0),
        new Run.Accuracy(
            new Run.Excess(invalid, invalid, invalid, 0), invalid, new Run.Estimate(0, 0)),
        new Run.Delays(
            1,
            invalid,
            invalid,
            invalid,
            0,
            Long.MAX_VALUE / 4,
            List.of(new Run.Bucket(0, 0), new Run.Bucket(0, 1))),
        new Run.StoreLoad(
            new Run.Cost(0, 0, Long.MAX_VALUE, 0, 0, Long.MAX_VALUE),
            new Run.Footprint(0, 0, 0, Long.MAX_VALUE)),
        List.of(new Run.Sample(0, 0, Long.MAX_VALUE, invalid, 0, 0, 0)));
    Frontier frontier = new Frontier(
        "f", "x", "y", List.of(new Frontier.FrontierPoint("p", "g", invalid, invalid)));
    SimulationResult simulationResult =
        new SimulationResult("s", "t", 1, 1, 1, 0, List.of(plain, run));

    HtmlReport report = HtmlReport.of(simulationResult).withFrontier(frontier);

    assertThat(titles(parse(report))).hasSizeGreaterThanOrEqualTo(4);
    assertThat(report.text()).doesNotContain("NaN", "Infinity");
  }

  @Test
  void markersShowTheirNumbers() {
    String text = HtmlReport.of(ResultFixture.full()).text().replace('\u202F', ' ');

    assertThat(text)
        .contains("weir, load 100: worst +47 %, p99 +42.3 %, mean +16.4 %, over 240 windows")
        .contains(">+64.1 %<")
        .contains("weir, load 10: 1.05×")
        .contains("upstream: 99 % within", "rfc: 50 % within")
        .doesNotContain("rfc: 99 % within");
  }

  @Test
  void onlyTheEvenSpreadIsMeasuredAgainstItsGoal() {
    SimulationResult spread = ResultFixture.full();
    SimulationResult other = new SimulationResult("zipf", "t", 10, 3, 42, 120_000, spread.runs());

    assertThat(HtmlReport.of(spread).text()).contains(">goal 1.1×<", "The even-spread attack");
    assertThat(HtmlReport.of(other).text())
        .contains("Worst window by load")
        .doesNotContain(">goal 1.1×<", "The even-spread attack");
  }

  @Test
  void theSameResultGivesTheSamePage() {
    String first = HtmlReport.of(ResultFixture.full()).text();
    Locale before = Locale.getDefault();
    String second;
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      second = HtmlReport.of(ResultFixture.full()).text();
    } finally {
      Locale.setDefault(before);
    }

    assertThat(second).isEqualTo(first);
  }

  @Test
  void longSimulationsAreThinnedOut() {
    Run run = ResultFixture.run("weir", 2);
    List<Run.Sample> day = new ArrayList<>();
    for (int second = 1; second <= 86_400; second++) {
      day.add(new Run.Sample(second * 1000L, 9, 9, second == 4321 ? 7.5 : 0.5, 1, 1, 1));
    }
    Run longRun = new Run(
        "weir",
        2,
        run.volume(),
        new Run.Accuracy(run.excess(), run.bound(), run.estimate()),
        run.delays(),
        new Run.StoreLoad(run.cost(), run.footprint()),
        day);

    String text = HtmlReport.of(ResultFixture.titled("a day", List.of(longRun))).text();

    assertThat(text.length()).isLessThan(60_000);
    assertThat(text).as("the axis that the one peak needs").contains(">8×<");
  }
}
