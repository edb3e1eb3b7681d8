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
import java.util.SortedMap;
import java.util.TreeMap;

/** Where among filters which rules are applied. */
public final class FilterPlaces {
  /* A login by Spring Security happens inside its filter, and so does the hashing of passwords: a limit on either has to stand
   * before it. Who the user is, is known only after it. */

  /** Spring Security's, with servlets and with WebFlux; repeated here, since it need not be there. */
  static final int SECURITY = -100;

  static final int BEFORE_SECURITY = SECURITY - 1;
  static final int AFTER_SECURITY = SECURITY + 1;

  private FilterPlaces() {}

  /** The limits that these properties say, by order. Empty if there are no rules. */
  public static SortedMap<Integer, RequestLimits> of(WebProperties web, Ratelimit limiter) {
    SortedMap<Integer, List<Rule>> places = new TreeMap<>();
    TrustedProxies proxies = TrustedProxies.of(web.trustedProxies());
    for (RuleProperties rule : web.rules()) {
      places
          .computeIfAbsent(order(web, rule), order -> new ArrayList<>())
          .add(rule(rule, source(rule, proxies, web.ipv6Prefix())));
    }
    SortedMap<Integer, RequestLimits> limits = new TreeMap<>();
    places.forEach((order, rules) -> limits.put(
        order,
        RequestLimits.builder(limiter, rules)
            .headers(web.headers())
            .onFailure(web.onFailure())
            .build()));
    return limits;
  }

  private static int order(WebProperties web, RuleProperties rule) {
    if (web.order() != null) {
      return web.order();
    }
    boolean needsUser = rule.identifier().stream()
        .anyMatch(text -> SourceName.parse(text) instanceof SourceName.Principal);
    return needsUser ? AFTER_SECURITY : BEFORE_SECURITY;
  }

  private static IdentifierSource source(
      RuleProperties rule, TrustedProxies proxies, int ipv6Prefix) {
    IdentifierSource[] sources = rule.identifier().stream()
        .map(text -> SourceName.parse(text).source(proxies, ipv6Prefix))
        .toArray(IdentifierSource[]::new);
    return sources.length == 1 ? sources[0] : IdentifierSource.all(sources);
  }

  /** What may not be null was looked at when the properties were bound. */
  private static Rule rule(RuleProperties rule, IdentifierSource source) {
    return Rule.named(Objects.requireNonNull(rule.name()))
        .path(rule.path())
        .methods(rule.methods())
        .identifiedBy(source)
        .limit(new Limit(
            Objects.requireNonNull(rule.limit()), Objects.requireNonNull(rule.duration())))
        .cost(rule.cost())
        .unidentified(rule.unidentified())
        .build();
  }
}
