// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.properties;

import io.weir.web.RequestLimits.OnFailure;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Limits for HTTP requests.
 *
 * @param enabled Whether requests are limited by rules.
 * @param trustedProxies Addresses and ranges of proxies whose X-Forwarded-For header is trusted, such as 10.0.0.0/8.
 *     None if not set.
 * @param ipv6Prefix How many bits of an IPv6 address identify a client, 1 to 128.
 * @param headers Whether responses describe their limits. Retry-After is sent in any case.
 * @param onFailure How requests are answered when the limiter throws: refuse responds with 503.
 * @param order The position of the filter among other filters. If not set, rules that count by principal come right
 *     after Spring Security, and all others right before it.
 * @param rules The rules, each under its name. All that match a request apply to it.
 */
public record WebProperties(
    @DefaultValue("true") boolean enabled,
    @DefaultValue List<String> trustedProxies,
    @DefaultValue("64") int ipv6Prefix,
    @DefaultValue("true") boolean headers,
    @DefaultValue("refuse") OnFailure onFailure,
    @Nullable Integer order,
    @DefaultValue Map<String, RuleProperties> rules) {

  /**
   * Returns the rules with their names: those of a list in its order, those under names in the order of the names.
   * The order of their sources would change with every variable that is set.
   */
  public List<RuleProperties> namedRules() {
    return rules.entrySet().stream()
        .sorted(Map.Entry.comparingByKey(WebProperties::compare))
        .map(each -> isListIndex(each.getKey()) || each.getValue().name() != null
            ? each.getValue()
            : each.getValue().named(each.getKey()))
        .toList();
  }

  /** Returns whether a key is the index of a list element. */
  public static boolean isListIndex(String key) {
    return !key.isEmpty() && key.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /** Compares indexes: a shorter number is smaller. */
  private static int compare(String one, String other) {
    boolean areShort = isListIndex(one) && isListIndex(other) && one.length() != other.length();
    return areShort ? Integer.compare(one.length(), other.length()) : one.compareTo(other);
  }
}
