// SPDX-License-Identifier: Apache-2.0
package io.weir.web.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.embedded.EmbeddedRatelimit;
import io.weir.web.RequestLimits;
import io.weir.web.Rule;
import io.weir.web.servlet.RawConnection.RawReply;
import jakarta.servlet.Filter;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilterDispatchTest {
  @ParameterizedTest
  @CsvSource({
    "/plain, 200, GET /plain, 1",
    "/async, 200, GET /async, 2",
    "/forward, 200, GET /target, 2",
    "/fail, 500, GET /page, 2",
  })
  void aRedispatchedRequestIsCountedOnce(String path, int status, String body, int calls)
      throws IOException {
    Rule rule = Rule.named("all").limit(10, TestSite.WINDOW).build();
    try (TestSite testSite = TestSite.of(rule);
        RawConnection rawConnection = new RawConnection(testSite.port())) {
      RawReply first = rawConnection.send("GET", path, "", "");

      // The application received it as often as it was dispatched.
      assertThat(first.status()).isEqualTo(status);
      assertThat(first.body()).isEqualTo(body);
      assertThat(testSite.callCount()).isEqualTo(calls);

      RawReply second = rawConnection.send("GET", "/plain", "", "");
      assertThat(second.headers()).containsEntry("x-ratelimit-remaining", "8");
    }
  }

  @Test
  void aSuspendedRequestIsCountedOnce() throws IOException {
    Rule rule = Rule.named("all").limit(2, TestSite.WINDOW).build();
    try (TestSite testSite = TestSite.withFilter(suspending(), rule);
        RawConnection rawConnection = new RawConnection(testSite.port())) {
      assertThat(rawConnection.send("GET", "/plain", "", "").headers())
          .containsEntry("x-ratelimit-remaining", "1");
      assertThat(rawConnection.send("GET", "/async", "", "").headers())
          .containsEntry("x-ratelimit-remaining", "0");
      assertThat(rawConnection.send("GET", "/plain", "", "").status()).isEqualTo(429);
    }
  }

  @Test
  void filtersOfTwoApplicationsCountSeparately() throws Exception {
    AtomicInteger answers = new AtomicInteger();
    Rule rule = Rule.named("all").limit(10, TestSite.WINDOW).build();
    try (EmbeddedRatelimit ratelimit =
            EmbeddedRatelimit.builder().namespace("none").limit(0, "1s").build();
        Application one = new Application();
        Application two = new Application()) {
      RequestLimits limits = RequestLimits.builder(ratelimit, List.of(rule))
          .observer((observed, result) -> answers.incrementAndGet())
          .build();
      Filter first = one.filter(limits);
      Filter second = two.filter(limits);
      Filter both = (request, response, chain) -> first.doFilter(
          request, response, (asked, answer) -> second.doFilter(asked, answer, chain));
      try (TestSite testSite = TestSite.withFilter(both, rule);
          RawConnection rawConnection = new RawConnection(testSite.port())) {
        assertThat(rawConnection.send("GET", "/async", "", "").status()).isEqualTo(200);
      }
    }

    assertThat(answers).hasValue(2);
  }

  /** A class loader that loads its own copy of the filter, as those of web applications do. */
  private static final class Application extends URLClassLoader {
    Application() {
      super(
          new URL[] {RatelimitFilter.class.getProtectionDomain().getCodeSource().getLocation()},
          RatelimitFilter.class.getClassLoader());
    }

    Filter filter(RequestLimits limits) throws ReflectiveOperationException {
      return (Filter) findClass(RatelimitFilter.class.getName())
          .getConstructor(RequestLimits.class)
          .newInstance(limits);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      boolean isOwn = name.startsWith("io.weir.web.servlet.");
      return isOwn ? findClass(name) : super.loadClass(name, resolve);
    }
  }

  /**
   * Returns a filter that suspends a request and continues it when it is dispatched again, as throttling filters do.
   */
  private static Filter suspending() {
    return (request, response, chain) -> {
      if (request.getAttribute("suspended") == null) {
        request.setAttribute("suspended", true);
        request.startAsync().dispatch();
      } else {
        chain.doFilter(request, response);
      }
    };
  }
}
