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
 * The positions among the filters at which rules are applied.
 *
 * @param early the rules that do not need the user, or all rules if the properties set the position
 * @param late the rules that need the user
 */
public record FilterPositions(FilterPosition early, FilterPosition late) {
  /*
   * A login by Spring Security happens inside its filter, and so does the hashing of passwords: a limit on either
   * must come before it. The user is known only after it.
   */

  /**
   * Spring Security's order, fixed in WebFlux and the default with servlets; repeated here, since Spring Security may
   * be absent.
   */
  public static final int SECURITY = -100;

  /**
   * A position among the filters.
   *
   * @param configuredOrder the configured order; null if it is relative to Spring Security
   * @param offset the distance behind Spring Security, unless the order is configured
   * @param limits the limits that are applied there
   */
  public record FilterPosition(
      @Nullable Integer configuredOrder, int offset, RequestLimits limits) {
    /** Returns its order, given that of Spring Security. */
    public int order(int security) {
      long order = configuredOrder == null ? (long) security + offset : configuredOrder;
      return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, order));
    }

    /** Returns whether no limit is applied there. */
    public boolean isEmpty() {
      return limits.rules().isEmpty();
    }
  }

  /** Returns the positions that these properties configure. */
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

  /** Null values were rejected when the properties were bound. */
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
