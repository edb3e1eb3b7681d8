// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.web;

import io.weir.web.WebRequest;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.util.UriUtils;

/**
 * A request of WebFlux.
 *
 * @param request the request
 * @param user the name of its user; null if there is none
 */
record ReactiveWebRequest(
    ServerHttpRequest request, @Nullable String user) implements WebRequest {

  @Override
  public String method() {
    return request.getMethod().name();
  }

  @Override
  public String path() {
    String raw = rawPath();
    try {
      return UriUtils.decode(raw, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return raw; // not a valid encoding: used unchanged
    }
  }

  @Override
  public String rawPath() {
    return request.getPath().pathWithinApplication().value();
  }

  @Override
  public List<String> headers(String name) {
    List<String> lines = request.getHeaders().get(name);
    return lines == null ? List.of() : lines;
  }

  /**
   * The text that Spring takes from forwarded headers is not resolved. The reader determines whether it is an
   * address.
   */
  @Override
  public @Nullable String remoteAddress() {
    InetSocketAddress remote = request.getRemoteAddress();
    if (remote == null) {
      return null;
    }
    return remote.getAddress() == null
        ? remote.getHostString()
        : remote.getAddress().getHostAddress();
  }

  @Override
  public @Nullable String principal() {
    return user;
  }
}
