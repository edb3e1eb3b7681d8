// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.web;

import io.weir.web.Admission;
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

/** Lets requests pass that are within their limits, and answers the others itself. No thread waits for the limiter. */
public final class ReactiveRatelimitFilter implements WebFilter, Ordered {
  private final FilterPlaces.Place place;
  private final ApplicationContext home;

  /** Applies the limits of this place to the requests of this context. */
  public ReactiveRatelimitFilter(FilterPlaces.Place place, ApplicationContext home) {
    this.place = place;
    this.home = home;
  }

  @Override
  public int getOrder() {
    return place.order(FilterPlaces.SECURITY);
  }

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
    if (place.isEmpty() || !isAtHome(exchange)) {
      return chain.filter(exchange);
    }
    return exchange
        .getPrincipal()
        .mapNotNull(Principal::getName)
        .map(Optional::of)
        .defaultIfEmpty(Optional.empty())
        .flatMap(user -> Mono.fromFuture(
            () -> place
                .limits()
                .admitAsync(new ExchangeRequest(exchange.getRequest(), user.orElse(null))),
            true))
        .flatMap(admission -> answer(admission, exchange, chain));
  }

  /** A management port of its own has a context of its own, which takes over all filters. Its probes are not for the rules. */
  private boolean isAtHome(ServerWebExchange exchange) {
    ApplicationContext context = exchange.getApplicationContext();
    return context == null || context == home;
  }

  private static Mono<Void> answer(
      Admission admission, ServerWebExchange exchange, WebFilterChain chain) {
    ServerHttpResponse response = exchange.getResponse();
    for (Admission.Header header : admission.headers()) {
      response.getHeaders().set(header.name(), header.value());
    }
    if (admission.admitted()) {
      return chain.filter(exchange);
    }
    byte[] body = admission.body();
    response.setStatusCode(HttpStatusCode.valueOf(admission.status()));
    response.getHeaders().setContentType(MediaType.parseMediaType(Admission.CONTENT_TYPE));
    response.getHeaders().setContentLength(body.length);
    return exchange.getRequest().getMethod().equals(HttpMethod.HEAD)
        ? response.setComplete()
        : response.writeWith(Mono.fromSupplier(() -> response.bufferFactory().wrap(body)));
  }
}
