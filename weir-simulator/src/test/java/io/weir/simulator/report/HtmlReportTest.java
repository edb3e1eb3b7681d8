// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.simulator.result.Frontier;
import io.weir.simulator.result.Outcome;
import io.weir.simulator.result.Run;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class HtmlReportTest {

  /** Reads the page as XML, which refuses whatever is not closed, not quoted or not escaped. */
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
  @DisplayName("The page has every plot, each once.")
  void everyPlotIsThere() throws Exception {
    Document page = parse(HtmlReport.of(Fixture.full()).withFrontier(Fixture.frontier()));

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
  @DisplayName("Every drawing says what it shows or is hidden from those who listen to the page.")
  void drawingsHaveNames() throws Exception {
    NodeList drawings = parse(HtmlReport.of(Fixture.full()).withFrontier(Fixture.frontier()))
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
  @DisplayName("The set-up and the command to repeat it are there.")
  void theSetUpIsThere() {
    String text = HtmlReport.of(Fixture.full()).text();

    assertThat(text)
        .contains(
            "./weir simulate --scenario even-spread --policy all --regions 10 --nodes 3 --seed 42");
    assertThat(HtmlReport.of(Fixture.full()).withCommand("./weir other").text())
        .contains("<code>./weir other</code>");
  }

  @Test
  @DisplayName("Every contender has a row at a glance, and every run one in each table.")
  void everyRunHasARow() throws Exception {
    NodeList rows = parse(HtmlReport.of(Fixture.full())).getElementsByTagName("tr");

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
  @DisplayName("Text that somebody wrote is shown as text wherever it goes.")
  void textIsShownAsText(String text) throws Exception {
    Outcome outcome = new Outcome(
        text, text, 1, 1, 1, 60_000, List.of(Fixture.run(text, 2), Fixture.run(text, 4)));
    Frontier frontier =
        new Frontier(text, text, text, List.of(new Frontier.Point(text, text, 1, 1)));

    Document page = parse(HtmlReport.of(outcome).withCommand(text).withFrontier(frontier));

    assertThat(page.getElementsByTagName("script").getLength()).isZero();
    String shown = text.replaceAll("[\u0000\uD800\uFFFF]", "\uFFFD");
    assertThat(texts(page.getElementsByTagName("h1"), "")).containsExactly(shown);
    assertThat(titles(page)).contains(shown);
  }

  @Test
  @DisplayName("The page needs nothing from anywhere else and has no scripts.")
  void nothingIsFetched() {
    String text = HtmlReport.of(Fixture.full())
        .withFrontier(Fixture.frontier())
        .text()
        .replace("xmlns=\"http://www.w3.org/2000/svg\"", "")
        .replace("xmlns=\"http://www.w3.org/1999/xhtml\"", "");

    assertThat(text).doesNotContain("http:", "https:", "//", "url(", "@import", "<script", "src=");
  }

  @Test
  @DisplayName("Without runs the page says so and draws nothing.")
  void withoutRuns() throws Exception {
    HtmlReport report = HtmlReport.of(Fixture.titled("nothing", List.of()));

    assertThat(titles(parse(report))).isEmpty();
    assertThat(report.text()).doesNotContain("<svg");
    assertThat(report.text()).contains("There were no runs");
  }

  @Test
  @DisplayName(
      "A single run is drawn, except for what needs several loads; the page names what is missing.")
  void aSingleRun() throws Exception {
    HtmlReport report = HtmlReport.of(Fixture.outcome(List.of("exact"), List.of(2.0)));

    assertThat(titles(parse(report))).hasSize(4).doesNotContain("The even-spread attack");
    assertThat(report.text())
        .contains("Not shown", "“The even-spread attack”", "“Propagation delay between regions”");
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {0, Double.NaN, Double.POSITIVE_INFINITY, 1e300, 1e-300, Double.MIN_VALUE, -1})
  @DisplayName("Numbers that fit on no axis leave no trace of themselves in the drawings.")
  void oddNumbers(double odd) throws Exception {
    Run plain = Fixture.run("weir", 2);
    Run run = new Run(
        "weir",
        Double.isFinite(odd) ? odd : 0,
        new Run.Volume(0, 0, 0, 0, 0),
        new Run.Excess(odd, odd, odd, 0),
        odd,
        new Run.Estimate(0, 0),
        new Run.Delays(
            1,
            odd,
            odd,
            odd,
            0,
            Long.MAX_VALUE / 4,
            List.of(new Run.Bucket(0, 0), new Run.Bucket(0, 1))),
        new Run.Cost(0, 0, Long.MAX_VALUE, 0, 0, Long.MAX_VALUE),
        new Run.Footprint(0, 0, 0, Long.MAX_VALUE),
        List.of(new Run.Sample(0, 0, Long.MAX_VALUE, odd, 0, 0, 0)));
    Frontier frontier =
        new Frontier("f", "x", "y", List.of(new Frontier.Point("p", "g", odd, odd)));
    Outcome outcome = new Outcome("s", "t", 1, 1, 1, 0, List.of(plain, run));

    HtmlReport report = HtmlReport.of(outcome).withFrontier(frontier);

    assertThat(titles(parse(report))).hasSizeGreaterThanOrEqualTo(4);
    assertThat(report.text()).doesNotContain("NaN", "Infinity");
  }

  @Test
  @DisplayName(
      "Markers tell their numbers, and a curve that ends too low has no marker for 99 of 100.")
  void markersTellTheirNumbers() {
    String text = HtmlReport.of(Fixture.full()).text().replace('\u202F', ' ');

    assertThat(text)
        .contains("weir, load 100: worst +47 %, p99 +42.3 %, mean +16.4 %, over 240 windows")
        .contains(">+64.1 %<")
        .contains("weir, load 10: 1.05×")
        .contains("upstream: 99 % within", "rfc: 50 % within")
        .doesNotContain("rfc: 99 % within");
  }

  @Test
  @DisplayName("Only the even-spread attack is measured against its goal.")
  void theGoalIsOfTheEvenSpread() {
    Outcome spread = Fixture.full();
    Outcome other = new Outcome("zipf", "t", 10, 3, 42, 120_000, spread.runs());

    assertThat(HtmlReport.of(spread).text()).contains(">goal 1.1×<", "The even-spread attack");
    assertThat(HtmlReport.of(other).text())
        .contains("Worst window by load")
        .doesNotContain(">goal 1.1×<", "The even-spread attack");
  }

  @Test
  @DisplayName("The same outcome gives the same page, whatever language the machine speaks.")
  void theSamePage() {
    String first = HtmlReport.of(Fixture.full()).text();
    Locale before = Locale.getDefault();
    String second;
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      second = HtmlReport.of(Fixture.full()).text();
    } finally {
      Locale.setDefault(before);
    }

    assertThat(second).isEqualTo(first);
  }

  @Test
  @DisplayName(
      "A long simulation does not make a page that no browser opens: lines are thinned out.")
  void linesAreThinnedOut() {
    Run run = Fixture.run("weir", 2);
    List<Run.Sample> day = new ArrayList<>();
    for (int second = 1; second <= 86_400; second++) {
      day.add(new Run.Sample(second * 1000L, 9, 9, second == 4321 ? 7.5 : 0.5, 1, 1, 1));
    }
    Run longRun = new Run(
        "weir",
        2,
        run.volume(),
        run.excess(),
        run.bound(),
        run.estimate(),
        run.delays(),
        run.cost(),
        run.footprint(),
        day);

    String text = HtmlReport.of(Fixture.titled("a day", List.of(longRun))).text();

    assertThat(text.length()).isLessThan(60_000);
    assertThat(text).as("the axis that the one peak needs").contains(">8×<");
  }
}
