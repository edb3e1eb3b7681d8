// SPDX-License-Identifier: Apache-2.0
package io.weir.web.servlet;

import io.weir.web.WebRequest;
import io.weir.web.path.RequestPath;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request of a servlet container. */
final class ServletWebRequest implements WebRequest {
  private final HttpServletRequest request;

  ServletWebRequest(HttpServletRequest request) {
    this.request = request;
  }

  @Override
  public String method() {
    return request.getMethod();
  }

  /** Returns the path as the container decodes it and maps it to servlets. */
  @Override
  public String path() {
    try {
      return mapped();
    } catch (IllegalArgumentException e) {
      // Jetty passes on ambiguous paths such as /a%2Fb if configured to, and then refuses to decode
      // them. The
      // application may be able to handle such a path, so it is not refused here.
      return RequestPath.decode(rawPath());
    }
  }

  private String mapped() {
    String servlet = request.getServletPath();
    String info = request.getPathInfo();
    if (info == null) {
      return servlet;
    }
    return servlet.isEmpty() ? info : servlet + info;
  }

  /**
   * Returns the path that frameworks map to their own handlers; they interpret dots and slashes in it in their own
   * ways.
   */
  @Override
  public String rawPath() {
    String uri = request.getRequestURI();
    String context = request.getContextPath();
    // A context path that is spelled differently, such as with escapes, cannot be separated from
    // the rest.
    return uri.startsWith(context) ? uri.substring(context.length()) : uri;
  }

  @Override
  public List<String> headers(String name) {
    Enumeration<String> lines = request.getHeaders(name);
    if (lines == null || !lines.hasMoreElements()) {
      return List.of();
    }
    String first = lines.nextElement();
    if (!lines.hasMoreElements()) {
      return List.of(first);
    }
    List<String> all = new ArrayList<>();
    all.add(first);
    while (lines.hasMoreElements()) {
      all.add(lines.nextElement());
    }
    return all;
  }

  @Override
  public @Nullable String remoteAddress() {
    return request.getRemoteAddr();
  }

  @Override
  public @Nullable String principal() {
    Principal principal = request.getUserPrincipal();
    String name = principal == null ? null : principal.getName();
    return name == null ? request.getRemoteUser() : name;
  }
}
