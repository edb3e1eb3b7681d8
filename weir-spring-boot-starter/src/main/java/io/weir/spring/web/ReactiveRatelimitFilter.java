// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.web;

import io.weir.web.RequestAdmission;
import java.security.Principal;
import java.util.Optional;
import org.springframework.context.ApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * A WebFlux filter that passes on requests within their limits, and answers the others itself. No thread blocks for
 * the limiter.
 */
public final class ReactiveRatelimitFilter implements WebFilter, Ordered {
  private final FilterPositions.FilterPosition position;
  private final ApplicationContext applicationContext;

  /** Applies the limits of this position to the requests of this context. */
  public ReactiveRatelimitFilter(
      FilterPositions.FilterPosition position, ApplicationContext applicationContext) {
    this.position = position;
    this.applicationContext = applicationContext;
  }

  @Override
  public int getOrder() {
    return position.order(FilterPositions.SECURITY);
  }

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
    if (position.isEmpty() || !isSameContext(exchange)) {
      return chain.filter(exchange);
    }
    return exchange
        .getPrincipal()
        .mapNotNull(Principal::getName)
        .map(Optional::of)
        .defaultIfEmpty(Optional.empty())
        .flatMap(user -> Mono.fromFuture(
            () -> position
                .limits()
                .admitAsync(new ReactiveWebRequest(exchange.getRequest(), user.orElse(null))),
            true))
        .flatMap(requestAdmission -> answer(requestAdmission, exchange, chain));
  }

  /**
   * A separate management port has its own context, which inherits all filters. The rules do not apply to its probes.
   */
  private boolean isSameContext(ServerWebExchange exchange) {
    ApplicationContext context = exchange.getApplicationContext();
    return context == null || context == applicationContext;
  }

  private static Mono<Void> answer(
      RequestAdmission requestAdmission, ServerWebExchange exchange, WebFilterChain chain) {
    ServerHttpResponse response = exchange.getResponse();
    for (RequestAdmission.ResponseHeaderField responseHeaderField : requestAdmission.headers()) {
      response.getHeaders().set(responseHeaderField.name(), responseHeaderField.value());
    }
    if (requestAdmission.admitted()) {
      return chain.filter(exchange);
    }
    byte[] body = requestAdmission.body();
    response.setStatusCode(HttpStatusCode.valueOf(requestAdmission.status()));
    response.getHeaders().setContentType(MediaType.parseMediaType(RequestAdmission.CONTENT_TYPE));
    response.getHeaders().setContentLength(body.length);
    return exchange.getRequest().getMethod().equals(HttpMethod.HEAD)
        ? response.setComplete()
        : response.writeWith(Mono.fromSupplier(() -> response.bufferFactory().wrap(body)));
  }
}
