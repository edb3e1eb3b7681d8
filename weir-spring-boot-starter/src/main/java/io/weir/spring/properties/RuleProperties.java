// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.properties;

import io.weir.spring.properties.ServerProperties.FallbackChoice;
import io.weir.web.Rule.Unidentified;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A limit for some requests.
 *
 * @param name The rule's name: its namespace at the limiter, and the policy name in headers. 1 to 512 printable ASCII
 *     characters. If not set, the key of the rule; an element of a list requires a name.
 * @param path The paths that the rule applies to, without the context path: /login, /users/* or /api/**. All if not
 *     set.
 * @param methods The methods that the rule applies to; GET includes HEAD. All if not set, including CORS preflights.
 * @param identifier How requests are identified: ip, principal, path, header:NAME, or several of these. ip if not
 *     set.
 * @param limit The maximum amount per window, at least 0.
 * @param duration The length of the window, 1s to 30d.
 * @param cost The cost of a request, at least 0.
 * @param unidentified How requests without an identifier are treated.
 * @param fallback How requests are answered while the server is unavailable. The value of weir.server.fallback if not
 *     set.
 */
public record RuleProperties(
    @Nullable String name,
    @DefaultValue("/**") List<String> path,
    @DefaultValue List<String> methods,
    @DefaultValue("ip") List<String> identifier,
    @Nullable Long limit,
    @Nullable Duration duration,
    @DefaultValue("1") long cost,
    @DefaultValue("share") Unidentified unidentified,
    @Nullable FallbackChoice fallback) {

  /** Returns the same rule under this name. */
  RuleProperties named(String other) {
    return new RuleProperties(
        other, path, methods, identifier, limit, duration, cost, unidentified, fallback);
  }
}
