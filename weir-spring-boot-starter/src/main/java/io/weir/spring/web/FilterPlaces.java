// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.web;

import io.weir.client.Limit;
import io.weir.client.Ratelimit;
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

/**
 * Where among filters which rules are applied.
 *
 * @param early the rules that need not know the user, or all rules if the properties say where
 * @param late the rules that need to know the user
 */
public record FilterPlaces(Place early, Place late) {
  /* A login by Spring Security happens inside its filter, and so does the hashing of passwords: a limit on either has to stand
   * before it. Who the user is, is known only after it. */

  /** Spring Security's, with servlets and with WebFlux; repeated here, since it need not be there. */
  static final int SECURITY = -100;

  /** The last place before it. */
  public static final int BEFORE_SECURITY = SECURITY - 1;

  /** The first place after it. */
  public static final int AFTER_SECURITY = SECURITY + 1;

  /**
   * A place among filters.
   *
   * @param order which one
   * @param limits what is applied there
   */
  public record Place(int order, RequestLimits limits) {
    /** Whether nothing is applied there. */
    public boolean isEmpty() {
      return limits.rules().isEmpty();
    }
  }

  /** The places that these properties say. */
  public static FilterPlaces of(WebProperties web, Ratelimit limiter) {
    TrustedProxies proxies = TrustedProxies.of(web.trustedProxies());
    List<Rule> early = new ArrayList<>();
    List<Rule> late = new ArrayList<>();
    for (RuleProperties rule : web.rules()) {
      List<SourceName> names = rule.identifier().stream().map(SourceName::parse).toList();
      boolean isLate = web.order() == null && names.contains(new SourceName.Principal());
      IdentifierSource[] sources = names.stream()
          .map(name -> name.source(proxies, web.ipv6Prefix()))
          .toArray(IdentifierSource[]::new);
      (isLate ? late : early).add(rule(rule, sources));
    }
    int order = web.order() == null ? BEFORE_SECURITY : web.order();
    return new FilterPlaces(
        new Place(order, limits(web, limiter, early)),
        new Place(AFTER_SECURITY, limits(web, limiter, late)));
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
    return Rule.named(Objects.requireNonNull(rule.name()))
        .path(rule.path())
        .methods(rule.methods())
        .identifiedBy(sources.length == 1 ? sources[0] : IdentifierSource.all(sources))
        .limit(limit)
        .cost(rule.cost())
        .unidentified(rule.unidentified())
        .build();
  }
}
