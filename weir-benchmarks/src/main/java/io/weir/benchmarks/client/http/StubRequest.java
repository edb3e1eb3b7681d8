// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client.http;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A GET request from a given address, without the headers that a filter might read. */
public final class StubRequest extends HttpServletRequestWrapper {
  private static final HttpServletRequest REST = UnsupportedCalls.as(HttpServletRequest.class);

  private final String address;
  private final Map<String, Object> attributes = new HashMap<>(4);

  /** A request from this address. */
  public StubRequest(String address) {
    super(REST);
    this.address = address;
  }

  @Override
  public String getRemoteAddr() {
    return address;
  }

  @Override
  public String getMethod() {
    return "GET";
  }

  @Override
  public String getContextPath() {
    return "";
  }

  @Override
  public String getServletPath() {
    return "/api/orders";
  }

  @Override
  public @Nullable String getPathInfo() {
    return null;
  }

  @Override
  public String getRequestURI() {
    return "/api/orders";
  }

  @Override
  public DispatcherType getDispatcherType() {
    return DispatcherType.REQUEST;
  }

  @Override
  public @Nullable Object getAttribute(String name) {
    return attributes.get(name);
  }

  @Override
  public void setAttribute(String name, Object value) {
    attributes.put(name, value);
  }

  @Override
  public void removeAttribute(String name) {
    attributes.remove(name);
  }
}
