// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.actuate;

import io.weir.api.Limit;
import io.weir.spring.method.MethodRules;
import io.weir.spring.monitoring.CheckCounts;
import io.weir.spring.monitoring.CheckOutcome;
import io.weir.spring.monitoring.LimiterBackend;
import io.weir.spring.properties.RuleProperties;
import io.weir.spring.properties.WeirProperties;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** An actuator endpoint that reports the limiter's mode, the rules, and how often each outcome occurred. */
@Endpoint(id = "weir")
public final class WeirEndpoint {
  private final WeirProperties properties;
  private final LimiterBackend backend;
  private final MethodRules methods;
  private final CheckCounts counts;

  /** Creates an endpoint that reports on these parts. */
  public WeirEndpoint(
      WeirProperties properties, LimiterBackend backend, MethodRules methods, CheckCounts counts) {
    this.properties = properties;
    this.backend = backend;
    this.methods = methods;
    this.counts = counts;
  }

  /**
   * The content of the endpoint.
   *
   * @param mode the kind of limiter that decides
   * @param degraded whether a store is unavailable; null if that is unknown
   * @param stores whether each store is available
   * @param subjects the number of identifiers in memory; null if they are kept elsewhere
   * @param rules the rules for HTTP requests
   * @param methods the rules of annotations that were found
   * @param counts how often each outcome occurred since the start, by rule
   */
  public record EndpointReport(
      String mode,
      @Nullable Boolean degraded,
      Map<String, Boolean> stores,
      @Nullable Long subjects,
      List<WebRule> rules,
      List<MethodLimit> methods,
      Map<String, Map<String, Long>> counts) {}

  /**
   * A rule for HTTP requests. Its components are the properties of the same names.
   *
   * @param name the rule's name
   * @param path the paths it applies to
   * @param methods the methods it applies to; empty for all
   * @param identifier how requests are identified
   * @param limit the maximum amount per window
   * @param duration the length of the window
   * @param cost the cost of a request
   */
  public record WebRule(
      @Nullable String name,
      List<String> path,
      List<String> methods,
      List<String> identifier,
      @Nullable Long limit,
      String duration,
      long cost) {}

  /**
   * A rule of an annotation.
   *
   * @param name the rule's name
   * @param limit the maximum amount per window
   * @param duration the length of the window
   */
  public record MethodLimit(String name, long limit, String duration) {}

  /** Returns the current report. */
  @ReadOperation
  public EndpointReport report() {
    Map<String, Boolean> stores = new LinkedHashMap<>();
    backend.stores().forEach((name, available) -> stores.put(name, available.getAsBoolean()));
    return new EndpointReport(
        backend.mode(),
        backend.degraded().orElse(null),
        stores,
        backend.subjects().isPresent() ? backend.subjects().getAsLong() : null,
        properties.web().namedRules().stream().map(WeirEndpoint::webRule).toList(),
        methods.knownLimits().entrySet().stream()
            .map(rule -> methodLimit(rule.getKey(), rule.getValue()))
            .toList(),
        counted());
  }

  private static WebRule webRule(RuleProperties rule) {
    return new WebRule(
        rule.name(),
        rule.path(),
        rule.methods(),
        rule.identifier(),
        rule.limit(),
        text(rule.duration()),
        rule.cost());
  }

  private static MethodLimit methodLimit(String name, Limit limit) {
    return new MethodLimit(name, limit.amount(), text(limit.duration()));
  }

  private static String text(@Nullable Duration duration) {
    if (duration == null) {
      return "";
    }
    return duration.toMillisPart() == 0 ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
  }

  private Map<String, Map<String, Long>> counted() {
    Map<String, Map<String, Long>> texts = new TreeMap<>();
    counts.byRule().forEach((rule, outcomes) -> {
      Map<String, Long> row = new LinkedHashMap<>();
      for (CheckOutcome checkOutcome : CheckOutcome.values()) {
        row.put(checkOutcome.text(), outcomes.getOrDefault(checkOutcome, 0L));
      }
      texts.put(rule, row);
    });
    return texts;
  }
}
