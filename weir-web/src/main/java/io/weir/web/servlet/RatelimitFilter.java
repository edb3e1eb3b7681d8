// SPDX-License-Identifier: Apache-2.0
package io.weir.web.servlet;

import io.weir.web.RequestAdmission;
import io.weir.web.RequestAdmission.ResponseHeaderField;
import io.weir.web.RequestLimits;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A servlet filter that passes on requests within their limits, and answers the others itself. A request is counted
 * once, however often it is dispatched. The check blocks the request's thread.
 *
 * <p>Register it with asynchronous support, for all paths, in front of expensive components and, if a rule counts by
 * user, behind authentication. Behind a filter that suspends requests it must be mapped to {@link
 * DispatcherType#ASYNC} as well.
 */
public final class RatelimitFilter implements Filter {
  /** The attribute of the servlet context in which a filter declared in {@code web.xml} finds its limits. */
  public static final String LIMITS = RequestLimits.class.getName();

  /**
   * The request attribute with the filters that have counted the request. It contains the filters themselves, not
   * names or numbers: a request may be forwarded to another application, whose filter comes from another class loader
   * and has other limits.
   */
  private static final String COUNTED = RatelimitFilter.class.getName() + ".counted";

  /** Written by the container before the first request, unless the constructor set it. */
  private volatile @Nullable RequestLimits limits;

  /**
   * Creates a filter that takes its limits from the attribute {@link #LIMITS} of the servlet context when it starts.
   */
  public RatelimitFilter() {}

  /** Creates a filter that applies these limits. */
  public RatelimitFilter(RequestLimits limits) {
    this.limits = limits;
  }

  @Override
  public void init(FilterConfig config) throws ServletException {
    if (limits != null) {
      return;
    }
    if (!(config.getServletContext().getAttribute(LIMITS) instanceof RequestLimits found)) {
      throw new ServletException(
          "no RequestLimits in the attribute " + LIMITS + " of the servlet context");
    }
    limits = found;
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (request instanceof HttpServletRequest asked
        && response instanceof HttpServletResponse answer
        && isFirstPass(asked)
        && !isAdmitted(asked, answer)) {
      return;
    }
    chain.doFilter(request, response);
  }

  private boolean isFirstPass(HttpServletRequest request) {
    // An asynchronous dispatch may be the first visit: a filter in front may have suspended the
    // request. An error
    // page is the response to a request that failed before it reached this filter.
    if (request.getDispatcherType() == DispatcherType.ERROR) {
      return false;
    }
    Set<Object> counted = Collections.newSetFromMap(new IdentityHashMap<>(2));
    if (request.getAttribute(COUNTED) instanceof Set<?> before) {
      counted.addAll(before);
    }
    if (!counted.add(this)) {
      return false;
    }
    request.setAttribute(COUNTED, counted);
    return true;
  }

  private boolean isAdmitted(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    RequestLimits rules = limits;
    if (rules == null) {
      throw new ServletException(
          "the filter has no limits: pass them to its constructor, or call init");
    }
    RequestAdmission requestAdmission = rules.admit(new ServletWebRequest(request));
    List<ResponseHeaderField> headers = requestAdmission.headers();
    for (int i = 0; i < headers.size(); i++) {
      response.setHeader(headers.get(i).name(), headers.get(i).value());
    }
    if (!requestAdmission.admitted()) {
      answer(requestAdmission, request, response);
    }
    return requestAdmission.admitted();
  }

  /**
   * Does not use sendError, which would make the container write its own page. Nothing is flushed: the container
   * determines the length, and can still announce that it closes the connection if the request's body has not
   * arrived.
   */
  private static void answer(
      RequestAdmission refusal, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    byte[] body = refusal.body();
    response.setStatus(refusal.status());
    response.setContentType(RequestAdmission.CONTENT_TYPE);
    if ("HEAD".equals(request.getMethod())) {
      response.setContentLength(body.length);
    } else {
      response.getOutputStream().write(body);
    }
  }
}
