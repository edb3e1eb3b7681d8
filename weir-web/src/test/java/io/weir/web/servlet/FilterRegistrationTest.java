// SPDX-License-Identifier: Apache-2.0
package io.weir.web.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.embedded.EmbeddedRatelimit;
import io.weir.web.IdentifierSource;
import io.weir.web.RequestLimits;
import io.weir.web.Rule;
import io.weir.web.Rule.Unidentified;
import io.weir.web.TrustedProxies;
import io.weir.web.servlet.RawConnection.RawReply;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.http.HttpServlet;
import java.util.List;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests the listener of docs/web.md, with windows longer than any test. */
class FilterRegistrationTest {
  static final class Limits implements ServletContextListener {
    private @Nullable EmbeddedRatelimit ratelimit;

    @Override
    public void contextInitialized(ServletContextEvent event) {
      EmbeddedRatelimit own =
          EmbeddedRatelimit.builder().namespace("shop").limit(100, "1m").build();
      ratelimit = own;
      TrustedProxies proxies = TrustedProxies.of("10.0.0.0/8");
      Rule login = Rule.named("login")
          .path("/login")
          .methods("POST")
          .identifiedBy(IdentifierSource.ip(proxies))
          .limit(5, TestSite.WINDOW)
          .build();
      Rule key = Rule.named("api-key")
          .path("/api/**")
          .identifiedBy(IdentifierSource.header("X-Api-Key"))
          .unidentified(Unidentified.SKIP)
          .limit(100, TestSite.WINDOW)
          .build();
      Rule api = Rule.named("api")
          .path("/api/**")
          .identifiedBy(IdentifierSource.ip(proxies))
          .limit(300, TestSite.WINDOW)
          .build();
      FilterRegistration.Dynamic filter = event
          .getServletContext()
          .addFilter(
              "ratelimit", new RatelimitFilter(RequestLimits.of(own, List.of(login, key, api))));
      filter.setAsyncSupported(true);
      filter.addMappingForUrlPatterns(null, false, "/*");
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
      if (ratelimit != null) {
        ratelimit.close();
      }
    }
  }

  private static String rateLimit(RawReply rawReply) {
    return String.valueOf(rawReply.headers().get("ratelimit"));
  }

  @Test
  void aListenerRegistersTheFilter() throws Exception {
    Server server = new Server();
    ServerConnector connector = new ServerConnector(server);
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    ServletContextHandler context = new ServletContextHandler("/");
    context.addEventListener(new Limits());
    context.addServlet(new ServletHolder(new HttpServlet() {}), "/*");
    server.setHandler(context);
    server.start();
    try (RawConnection rawConnection = new RawConnection(connector.getLocalPort())) {
      for (int i = 0; i < 5; i++) {
        assertThat(rawConnection.send("POST", "/login", "", "").headers())
            .containsEntry("x-ratelimit-remaining", String.valueOf(4 - i));
      }
      assertThat(rawConnection.send("POST", "/login", "", "").status()).isEqualTo(429);
      assertThat(rateLimit(rawConnection.send("GET", "/api/x", "X-Api-Key: k\r\n", "")))
          .contains("\"api-key\";r=99;", "\"api\";r=299;");
      assertThat(rateLimit(rawConnection.send("GET", "/api/x", "", "")))
          .startsWith("\"api\";r=298;");
      // An invented key has its own limit, but the limit of the address applies as well.
      assertThat(rateLimit(rawConnection.send("GET", "/api/x", "X-Api-Key: invented\r\n", "")))
          .contains("\"api-key\";r=99;", "\"api\";r=297;");
    } finally {
      server.stop();
    }
  }
}
