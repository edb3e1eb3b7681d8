// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.properties;

import io.weir.web.Rule;
import io.weir.web.TrustedProxies;
import io.weir.web.path.PathPattern;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A validator that finds all faults in the properties of limits for HTTP requests. */
final class WebPropertyValidator {
  /** The maximum size of a limiter's batch. */
  private static final int MAX_RULES = 100;

  private final PropertyValidator faults;

  private final long minLimit;

  WebPropertyValidator(PropertyValidator faults, long minLimit) {
    this.faults = faults;
    this.minLimit = minLimit;
  }

  void validate(WebProperties web) {
    validateEach("web.trustedProxies", web.trustedProxies(), TrustedProxies::of);
    if (web.ipv6Prefix() < 1 || web.ipv6Prefix() > 128) {
      faults.reject("web.ipv6Prefix", "must be 1 to 128");
    }
    if (web.rules().size() > MAX_RULES) {
      faults.rejectWithoutValue(
          "weir.web.rules has " + web.rules().size() + " rules, must have 0 to " + MAX_RULES);
    }
    requireOneForm(web);
    Map<String, String> names = new HashMap<>();
    new TreeMap<>(web.rules()).forEach((key, rule) -> {
      String place = propertyPath(key);
      boolean isElement = WebProperties.isListIndex(key);
      rule(place + ".", rule, isElement);
      String name = rule.name() == null && !isElement ? key : rule.name();
      String other = name == null ? null : names.putIfAbsent(name, place);
      if (other != null) {
        faults.reject(place + ".name", "is also the name of weir." + other);
      }
    });
  }

  private void requireOneForm(WebProperties web) {
    List<String> names = web.rules().keySet().stream()
        .filter(key -> !WebProperties.isListIndex(key))
        .sorted()
        .toList();
    if (!names.isEmpty() && names.size() < web.rules().size()) {
      faults.rejectWithoutValue("weir.web.rules mixes a list with named rules ("
          + String.join(", ", names)
          + "): name all of them, such as weir.web.rules.login.limit");
    }
  }

  /** Returns a key as it is written in a file: names with other characters are in brackets. */
  private static String propertyPath(String key) {
    boolean isPlain = !WebProperties.isListIndex(key) && key.matches("[A-Za-z0-9-]+");
    return isPlain ? "web.rules." + key : "web.rules[" + key + "]";
  }

  private void rule(String prefix, RuleProperties rule, boolean needsName) {
    if (rule.name() != null) {
      validateText(prefix + "name", rule.name(), Rule::named);
    } else if (needsName) {
      faults.reject(prefix + "name", "must be set");
    }
    required(prefix + "path", rule.path());
    required(prefix + "identifier", rule.identifier());
    validateEach(prefix + "path", rule.path(), PathPattern::parse);
    validateEach(
        prefix + "methods", rule.methods(), method -> Rule.named("rule").methods(method));
    validateEach(prefix + "identifier", rule.identifier(), SourceName::parse);
    if (rule.limit() == null) {
      faults.reject(prefix + "limit", "must be set");
    } else {
      faults.amount(prefix + "limit", rule.limit(), minLimit);
    }
    if (rule.duration() == null) {
      faults.reject(prefix + "duration", "must be set");
    } else {
      faults.window(prefix + "duration", rule.duration());
    }
    faults.amount(prefix + "cost", rule.cost(), 0);
  }

  private void required(String field, List<String> values) {
    if (values.isEmpty()) {
      faults.reject(field, "must not be empty");
    }
  }

  /** A parser that throws if the text is invalid. */
  private interface TextParser {
    @Nullable
    Object parse(String text);
  }

  private void validateEach(String field, List<String> values, TextParser textParser) {
    for (int i = 0; i < values.size(); i++) {
      validateText(field + "[" + i + "]", values.get(i), textParser);
    }
  }

  private void validateText(String field, String value, TextParser textParser) {
    try {
      Object unused = textParser.parse(value);
    } catch (IllegalArgumentException e) {
      faults.reject(field, String.valueOf(e.getMessage()));
    }
  }
}
