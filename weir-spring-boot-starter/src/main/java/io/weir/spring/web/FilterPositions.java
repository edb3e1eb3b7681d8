// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.web;

import io.weir.api.Limit;
import io.weir.api.Ratelimit;
import io.weir.spring.properties.RuleProperties;
import io.weir.spring.properties.SourceName;
import io.weir.spring.properties.WebProperties;
import io.weir.web.IdentifierSource;
import io.weir.web.RequestLimits;
import io.weir.web.Rule;
import io.weir.web.TrustedProxies;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where among filters which rules are applied.
 *
 * @param early the rules that need not know the user, or all rules if the properties say where
 * @param late the rules that need to know the user
 */
public record FilterPositions(FilterPosition early, FilterPosition late) {
  /*
   * A login by Spring Security happens inside its filter, and so does the hashing of passwords: a limit on either has
   * to stand before it. Who the user is, is known only after it.
   */

  /**
   * Spring Security's, with WebFlux always and with servlets unless set; repeated here, since it need not be there.
   */
  public static final int SECURITY = -100;

  /**
   * A place among filters.
   *
   * @param configuredOrder which one; null if it is beside Spring Security
   * @param offset how far it is behind Spring Security, unless it is set
   * @param limits what is applied there
   */
  public record FilterPosition(
      @Nullable Integer configuredOrder, int offset, RequestLimits limits) {
    /** Its order, if this is Spring Security's. */
    public int order(int security) {
      long order = configuredOrder == null ? (long) security + offset : configuredOrder;
      return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, order));
    }

    /** Whether nothing is applied there. */
    public boolean isEmpty() {
      return limits.rules().isEmpty();
    }
  }

  /** The places that these properties say. */
  public static FilterPositions of(WebProperties web, Ratelimit limiter) {
    TrustedProxies proxies = TrustedProxies.of(web.trustedProxies());
    List<Rule> early = new ArrayList<>();
    List<Rule> late = new ArrayList<>();
    for (RuleProperties rule : web.namedRules()) {
      List<SourceName> names = rule.identifier().stream().map(SourceName::parse).toList();
      boolean isLate = web.order() == null && names.contains(new SourceName.Principal());
      IdentifierSource[] sources = names.stream()
          .map(name -> name.source(proxies, web.ipv6Prefix()))
          .toArray(IdentifierSource[]::new);
      (isLate ? late : early).add(rule(rule, sources));
    }
    return new FilterPositions(
        new FilterPosition(web.order(), -1, limits(web, limiter, early)),
        new FilterPosition(null, 1, limits(web, limiter, late)));
  }

  private static RequestLimits limits(WebProperties web, Ratelimit limiter, List<Rule> rules) {
    return RequestLimits.builder(limiter, rules)
        .headers(web.headers())
        .onFailure(web.onFailure())
        .build();
  }

  /** What may not be null was looked at when the properties were bound. */
  private static Rule rule(RuleProperties rule, IdentifierSource[] sources) {
    Limit limit =
        new Limit(Objects.requireNonNull(rule.limit()), Objects.requireNonNull(rule.duration()));
    Rule.Builder builder = Rule.named(Objects.requireNonNull(rule.name()))
        .path(rule.path())
        .methods(rule.methods())
        .identifiedBy(sources.length == 1 ? sources[0] : IdentifierSource.all(sources))
        .limit(limit)
        .cost(rule.cost())
        .unidentified(rule.unidentified());
    if (rule.fallback() != null) {
      builder.fallback(rule.fallback().result());
    }
    return builder.build();
  }
}
