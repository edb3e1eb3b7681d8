// SPDX-License-Identifier: Apache-2.0
package io.weir.web.servlet;

import io.weir.embedded.EmbeddedRatelimit;
import io.weir.web.RequestLimits;
import io.weir.web.Rule;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.ee11.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** A servlet application on Jetty behind the filter, for every kind of dispatch. */
final class TestSite implements AutoCloseable {
  /** Long enough that no test reaches the next window. */
  static final String WINDOW = "30d";

  private static final String DISPATCHED = "dispatched";

  private final EmbeddedRatelimit ratelimit =
      EmbeddedRatelimit.builder().namespace("none").limit(0, "1s").build();
  private final AtomicInteger callCount = new AtomicInteger();
  private final Server server = new Server();
  private final ServerConnector connector;

  /** How the container treats paths that most containers refuse. */
  private enum UriMode {
    STRICT,
    DECODED,
    /** The application gets them, but not decoded. */
    UNDECODED
  }

  private TestSite(UriMode uriMode) {
    HttpConfiguration http = new HttpConfiguration();
    if (uriMode != UriMode.STRICT) {
      http.setUriCompliance(UriCompliance.UNSAFE);
    }
    connector = new ServerConnector(server, new HttpConnectionFactory(http));
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
  }

  static TestSite of(Rule... rules) {
    return started(UriMode.STRICT, "", authentication(), rules);
  }

  /** Creates an application with the test's own filter in front. */
  static TestSite withFilter(Filter front, Rule... rules) {
    return started(UriMode.STRICT, "", front, rules);
  }

  /** Creates an application whose container accepts paths that most refuse. */
  static TestSite lenient(Rule... rules) {
    return started(UriMode.DECODED, "", authentication(), rules);
  }

  /** Creates an application whose container accepts such paths and does not decode them. */
  static TestSite undecoded(Rule... rules) {
    return started(UriMode.UNDECODED, "", authentication(), rules);
  }

  /** Creates an application with a context path. */
  static TestSite at(String context, Rule... rules) {
    return started(UriMode.STRICT, context, authentication(), rules);
  }

  private static TestSite started(
      UriMode uriMode, String contextPath, Filter front, Rule... rules) {
    TestSite testSite = new TestSite(uriMode);
    ServletContextHandler context =
        new ServletContextHandler(contextPath.isEmpty() ? "/" : contextPath);
    context.getServletHandler().setDecodeAmbiguousURIs(uriMode == UriMode.DECODED);
    RequestLimits limits = RequestLimits.of(testSite.ratelimit, List.of(rules));
    // As web.xml declares it: created by the container, with its limits in the servlet context.
    context.setAttribute(RatelimitFilter.LIMITS, limits);
    testSite.add(context, front);
    testSite.add(context, new RatelimitFilter());
    context.addServlet(new ServletHolder(testSite.new Echo()), "/*");
    ErrorPageErrorHandler errors = new ErrorPageErrorHandler();
    errors.addErrorPage(500, "/page");
    context.setErrorHandler(errors);
    testSite.server.setHandler(context);
    try {
      testSite.server.start();
    } catch (Exception e) {
      throw new IllegalStateException("Jetty did not start", e);
    }
    return testSite;
  }

  private void add(ServletContextHandler context, Filter filter) {
    FilterHolder holder = new FilterHolder(filter);
    holder.setAsyncSupported(true);
    context.addFilter(holder, "/*", EnumSet.allOf(DispatcherType.class));
  }

  /** Returns a filter that trusts the user name in a header. */
  private static Filter authentication() {
    return (request, response, chain) -> {
      HttpServletRequest httpRequest = (HttpServletRequest) request;
      String user = httpRequest.getHeader("Test-User");
      chain.doFilter(
          user == null
              ? request
              : new HttpServletRequestWrapper(httpRequest) {
                @Override
                public Principal getUserPrincipal() {
                  return () -> user;
                }
              },
          response);
    };
  }

  /** A servlet that answers every request, and counts the requests that reach it. */
  private final class Echo extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws IOException, ServletException {
      callCount.incrementAndGet();
      boolean first = request.getAttribute(DISPATCHED) == null;
      request.setAttribute(DISPATCHED, true);
      String path = path(request);
      if (first && path.equals("/async")) {
        AsyncContext async = request.startAsync();
        async.dispatch();
      } else if (first && path.equals("/forward")) {
        request.getRequestDispatcher("/target").forward(request, response);
      } else if (first && path.equals("/fail")) {
        response.sendError(500);
      } else {
        // If the body were not read, Jetty would close the connection that the client uses again.
        byte[] unusedBody = request.getInputStream().readAllBytes();
        response
            .getOutputStream()
            .write((request.getMethod() + ' ' + path).getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private static String path(HttpServletRequest request) {
    try {
      return String.valueOf(request.getPathInfo());
    } catch (IllegalArgumentException e) {
      return request.getRequestURI();
    }
  }

  URI uri(String path) {
    return URI.create("http://127.0.0.1:" + port() + path);
  }

  int port() {
    return connector.getLocalPort();
  }

  /** Returns how often the application was called. */
  int callCount() {
    return callCount.get();
  }

  /** Makes the limiter fail as in an outage. */
  void failLimiter() {
    ratelimit.close();
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("Jetty did not stop", e);
    }
    ratelimit.close();
  }
}
