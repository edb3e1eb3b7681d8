// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.rig;

import io.weir.spring.RateLimited;
import java.security.Principal;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A WebFlux application with limits. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(FluxApp.Feeds.class)
public class FluxApp {

  @Bean
  FakeAuthentication logins() {
    return new FakeAuthentication();
  }

  /** A filter in the position of Spring Security that trusts the user name in a header. */
  static final class FakeAuthentication implements WebFilter, Ordered {
    @Override
    public int getOrder() {
      return -100;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
      String user = exchange.getRequest().getHeaders().getFirst("X-User");
      if (user == null) {
        return chain.filter(exchange);
      }
      Principal principal = () -> user;
      return chain.filter(exchange.mutate().principal(Mono.just(principal)).build());
    }
  }

  /** A service with limited methods. */
  @RestController
  public static class Feeds {
    @GetMapping("/feed")
    Mono<String> feed() {
      return Mono.just("news");
    }

    @GetMapping("/mine")
    Mono<String> mine() {
      return Mono.just("mine");
    }

    @GetMapping("/one")
    @RateLimited(name = "one", limit = 1, duration = "30d", key = "#user")
    public Mono<String> one(@RequestParam String user) {
      return Mono.just("one for " + user);
    }

    /** Blocks for the limiter, on the calling thread. */
    @GetMapping("/plain")
    @RateLimited(name = "plain", limit = 1, duration = "30d", key = "#user")
    public String plain(@RequestParam String user) {
      return "plain for " + user;
    }

    @GetMapping("/many")
    @RateLimited(name = "many", limit = 1, duration = "30d")
    public Flux<String> many() {
      return Flux.just("a", "b");
    }
  }
}
