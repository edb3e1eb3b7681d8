// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;
import io.weir.simulator.result.Run;
import io.weir.simulator.result.SimulationResult;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Opens the report in a browser. Screenshots are in {@code target/browser}. */
@Tag("browser")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageInBrowserTest {
  private static final int HEIGHT = 900;

  private final Chromium chromium = Chromium.required();
  private final Path folder = Path.of("target", "browser").toAbsolutePath();

  @BeforeAll
  void prepare() throws IOException {
    Files.createDirectories(folder);
  }

  @AfterAll
  void end() {
    chromium.close();
  }

  /** The errors and requests of the browser while it showed a page. */
  private record BrowserLog(Page page, List<String> errors, List<String> requests) {}

  private Path write(String name, HtmlReport report) throws IOException {
    Path file = folder.resolve(name + ".html");
    try (OutputStream out = Files.newOutputStream(file)) {
      report.write(out);
    }
    return file;
  }

  private static BrowserLog open(BrowserContext context, Path file) {
    Page page = context.newPage();
    BrowserLog browserLog = new BrowserLog(page, new ArrayList<>(), new ArrayList<>());
    page.onConsoleMessage(message -> browserLog.errors.add(message.type() + ": " + message.text()));
    page.onPageError(browserLog.errors::add);
    page.onRequest(request -> browserLog.requests.add(request.url()));
    page.navigate(file.toUri().toString());
    return browserLog;
  }

  private BrowserContext context(int width, ColorScheme scheme) {
    return chromium
        .browser()
        .newContext(
            new Browser.NewContextOptions().setViewportSize(width, HEIGHT).setColorScheme(scheme));
  }

  private static HtmlReport full() {
    return HtmlReport.of(ResultFixture.full()).withFrontier(ResultFixture.frontier());
  }

  private static int overflow(Page page) {
    return ((Number) page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"))
        .intValue();
  }

  @ParameterizedTest(name = "{0} px, {1}")
  @CsvSource({
    "1280, LIGHT",
    "1280, DARK",
    "800, LIGHT",
    "800, DARK",
    "390, LIGHT",
    "390, DARK",
    "320, LIGHT"
  })
  void thePageRendersWithoutErrors(int width, ColorScheme scheme) throws IOException {
    Path file = write("full", full());
    try (BrowserContext context = context(width, scheme)) {
      BrowserLog seen = open(context, file);

      assertThat(seen.errors).isEmpty();
      assertThat(seen.requests).containsExactly(file.toUri().toString());
      assertThat(overflow(seen.page))
          .as("pixels that do not fit into the width")
          .isZero();
      plotsAreVisible(seen.page, 7, Math.min(600, width - 40));

      String picture = "report-" + width + "-" + scheme.name().toLowerCase(java.util.Locale.ROOT);
      seen.page.screenshot(
          new Page.ScreenshotOptions().setFullPage(true).setPath(folder.resolve(picture + ".png")));
    }
  }

  private static void plotsAreVisible(Page page, int expected, int width) {
    List<Locator> plots = page.locator("figure").all();
    assertThat(plots).hasSize(expected);
    assertThat(plots).allSatisfy(plot -> {
      BoundingBox box = plot.boundingBox();
      assertThat(plot.isVisible()).isTrue();
      assertThat(box.width).isGreaterThan(width);
      assertThat(box.height).isGreaterThan(60);
      assertThat(plot.locator("svg[role=img]").all()).isNotEmpty().allSatisfy(chart -> {
        assertThat(chart.boundingBox().width).as("room for data").isGreaterThan(90);
        assertThat(textOnText(chart)).as("labels that lie on each other").isEmpty();
      });
      assertThat(textBeyond(plot)).as("text that is cut off").isEmpty();
      assertThat(smallText(plot)).as("text that is too small to read").isEmpty();
    });
  }

  /** Returns the labels that extend beyond the sides of a figure, into the margin or its neighbor. */
  private static String textBeyond(Locator plot) {
    return (String) plot.evaluate("figure => { const box = figure.getBoundingClientRect();"
        + " return [...figure.querySelectorAll('text, li')]"
        + ".map(t => [t, t.getBoundingClientRect()])"
        + ".filter(([t, r]) => r.width > 0 && (r.left < box.left - 1 || r.right > box.right + 1"
        + " || r.top < box.top - 1 || r.bottom > box.bottom + 1))"
        + ".map(([t, r]) => t.textContent).join(', '); }");
  }

  /** Returns the labels of a chart that overlap. A pixel is tolerated: boxes are larger than letters. */
  private static String textOnText(Locator chart) {
    return (String) chart.evaluate("svg => { const all = [...svg.querySelectorAll('text')]"
        + ".map(t => [t.textContent, t.getBoundingClientRect()]).filter(([t, r]) => r.width > 0);"
        + " const wrong = [];"
        + " all.forEach(([a, r], i) => all.slice(i + 1).forEach(([b, s]) => {"
        + " if (r.left < s.right - 1 && s.left < r.right - 1"
        + " && r.top < s.bottom - 3 && s.top < r.bottom - 3) { wrong.push(a + ' / ' + b); } }));"
        + " return wrong.join(', '); }");
  }

  /** Returns the labels that are shown with less than 12 pixels. */
  private static String smallText(Locator plot) {
    return (String) plot.evaluate("figure => [...figure.querySelectorAll('text, li')]"
        + ".map(t => [t, t.getBoundingClientRect()])"
        + ".filter(([t, r]) => r.width > 0 && r.height < 12)"
        + ".map(([t, r]) => t.textContent).join(', ')");
  }

  @Test
  void thePageFollowsTheReadersColorScheme() throws IOException {
    Path file = write("full", full());
    List<Object> colours = new ArrayList<>();
    for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
      try (BrowserContext context = context(1280, scheme)) {
        Page page = open(context, file).page;
        colours.add(page.evaluate("getComputedStyle(document.body).backgroundColor"));
      }
    }

    assertThat(colours).doesNotHaveDuplicates();
  }

  @Test
  void thePageNeedsNoScripts() throws IOException {
    Path file = write("full", full());
    Browser.NewContextOptions options = new Browser.NewContextOptions().setJavaScriptEnabled(false);
    try (BrowserContext context = chromium.browser().newContext(options)) {
      assertThat(open(context, file).page.locator("figure").count()).isEqualTo(7);
    }
  }

  @ParameterizedTest
  @CsvSource({"0", "1"})
  void smallOutcomesFit(int runs) throws IOException {
    SimulationResult simulationResult = runs == 0
        ? ResultFixture.titled("Nothing", List.of())
        : ResultFixture.outcome(List.of("weir"), List.of(10.0));
    Path file = write("runs-" + runs, HtmlReport.of(simulationResult));
    try (BrowserContext context = context(800, ColorScheme.LIGHT)) {
      BrowserLog seen = open(context, file);

      assertThat(seen.errors).isEmpty();
      assertThat(overflow(seen.page)).isZero();
      plotsAreVisible(seen.page, runs == 0 ? 0 : 5, 600);
      seen.page.screenshot(new Page.ScreenshotOptions()
          .setFullPage(true)
          .setPath(folder.resolve("runs-" + runs + ".png")));
    }
  }

  @Test
  void longNamesAndLargeValuesFit() throws IOException {
    List<Run> runs = new ArrayList<>();
    for (double load : List.of(0.0, 1.0, 1e12)) {
      for (String start : List.of("weir", "a", "b", "c", "d", "e", "f", "g")) {
        runs.add(ResultFixture.run(start + " with a name as long as a sentence", load));
      }
    }
    Path file = write("long", HtmlReport.of(ResultFixture.titled("Long names", runs)));
    try (BrowserContext context = context(800, ColorScheme.LIGHT)) {
      BrowserLog seen = open(context, file);

      assertThat(overflow(seen.page)).isZero();
      plotsAreVisible(seen.page, 5, 600);
      seen.page.screenshot(
          new Page.ScreenshotOptions().setFullPage(true).setPath(folder.resolve("long.png")));
    }
  }

  @Test
  void aScriptInATitleIsShownAsText() throws IOException {
    String title = "<script>document.title='taken'</script>" + "long".repeat(80);
    Path file = write(
        "script", HtmlReport.of(ResultFixture.titled(title, ResultFixture.full().runs())));
    try (BrowserContext context = context(800, ColorScheme.LIGHT)) {
      BrowserLog seen = open(context, file);

      assertThat(seen.page.locator("h1").textContent()).isEqualTo(title);
      assertThat(seen.page.title()).isEqualTo("even-spread – Weir simulation");
      assertThat(overflow(seen.page)).isZero();
    }
  }
}
