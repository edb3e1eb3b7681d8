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
 * @param name The rule's name: its namespace at the limiter, and the policy that headers speak of. 1 to 512 printable
 *     characters of ASCII. What the rule stands under unless set; an element of a list needs one.
 * @param path Which paths, without the context path: /login, /users/* or /api/**. All unless set.
 * @param methods Which methods; GET stands for HEAD too. All unless set, CORS preflights among them.
 * @param identifier Whose request it is: ip, principal, path, header:NAME, or several of these. ip unless set.
 * @param limit How much may be spent in a window, at least 0.
 * @param duration How long the window is, 1s to 30d.
 * @param cost How much a request spends, at least 0.
 * @param unidentified What becomes of requests that do not say whose they are.
 * @param fallback What becomes of requests while the server can't be asked. What weir.server.fallback says unless set.
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

  /** The same under this name. */
  RuleProperties named(String other) {
    return new RuleProperties(
        other, path, methods, identifier, limit, duration, cost, unidentified, fallback);
  }
}
