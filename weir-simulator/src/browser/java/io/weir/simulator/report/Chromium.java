// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report;

import static org.assertj.core.api.Assertions.fail;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;

/** The locally installed Chromium in headless mode. Closed by the test that opened it. */
final class Chromium implements AutoCloseable {
  private static final String PATH_PROPERTY = "WEIR_CHROMIUM";
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");
  private static final String REQUIRED_PROPERTY = "WEIR_REQUIRE_BROWSER";

  private final Playwright playwright;
  private final Browser browser;

  private Chromium(Path program) {
    this.playwright = Playwright.create(
        new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    // Chromium's sandbox refuses to run as root. The pages under test are trusted.
    this.browser = playwright
        .chromium()
        .launch(new BrowserType.LaunchOptions()
            .setExecutablePath(program)
            .setArgs(List.of("--no-sandbox")));
  }

  /** Starts Chromium. If it is not installed, the test is skipped, or fails if browser tests are required. */
  static Chromium required() {
    Optional<Path> program = find();
    if (program.isEmpty()) {
      String message = "a browser is needed: "
          + Optional.ofNullable(System.getenv(PATH_PROPERTY))
              .map(named -> PATH_PROPERTY + " is " + named + ", which is no program")
              .orElse("none of " + NAMES + " is on PATH, and " + PATH_PROPERTY + " is not set");
      if ("1".equals(System.getenv(REQUIRED_PROPERTY))) {
        fail(message + "; " + REQUIRED_PROPERTY + " is 1, so this is not skipped");
      }
      Assumptions.abort(message);
    }
    return new Chromium(program.orElseThrow());
  }

  Browser browser() {
    return browser;
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }

  private static Optional<Path> find() {
    String named = System.getenv(PATH_PROPERTY);
    if (named != null && !named.isEmpty()) {
      return Optional.of(Path.of(named)).filter(Files::isExecutable);
    }
    List<String> folders = List.of(Optional.ofNullable(System.getenv("PATH"))
        .orElse("")
        .split(Pattern.quote(File.pathSeparator), -1));
    return NAMES.stream()
        .flatMap(name -> folders.stream().map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
