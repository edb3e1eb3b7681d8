// SPDX-License-Identifier: Apache-2.0
package io.weir.web.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.embedded.EmbeddedRatelimit;
import io.weir.web.IdentifierSource;
import io.weir.web.RequestLimits;
import io.weir.web.Rule;
import io.weir.web.TrustedProxies;
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
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The listener of docs/web.md. */
class RegistrationTest {
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
          .limit(5, "30d")
          .build();
      Rule api = Rule.named("api")
          .path("/api/**")
          .identifiedBy(IdentifierSource.all(
              IdentifierSource.header("X-Api-Key"), IdentifierSource.ip(proxies)))
          .limit(100, "1m")
          .build();
      FilterRegistration.Dynamic filter = event
          .getServletContext()
          .addFilter("ratelimit", new RatelimitFilter(RequestLimits.of(own, List.of(login, api))));
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

  @Test
  @DisplayName("A listener puts the filter in front of an application")
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
    try (Wire wire = new Wire(connector.getLocalPort())) {
      for (int i = 0; i < 5; i++) {
        assertThat(wire.send("POST", "/login", "", "").headers())
            .containsEntry("x-ratelimit-remaining", String.valueOf(4 - i));
      }
      assertThat(wire.send("POST", "/login", "", "").status()).isEqualTo(429);
      assertThat(wire.send("GET", "/api/x", "X-Api-Key: k\r\n", "").headers())
          .containsEntry("x-ratelimit-remaining", "99");
    } finally {
      server.stop();
    }
  }
}
