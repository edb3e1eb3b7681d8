// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import io.weir.api.Check;
import io.weir.api.Limit;
import io.weir.api.Result;
import io.weir.api.common.RateLimitFields;
import io.weir.web.path.PathPattern;
import io.weir.web.path.RequestPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A limit for some requests: the requests it applies to, how they are identified, and the maximum amount per window.
 */
public final class Rule {

  /** How requests without an identifier are treated. */
  public enum Unidentified {
    /** All of them share one limit. */
    SHARE,
    /** They are refused. So are requests whose only identification is a header with several different values. */
    REFUSE,
    /** The rule does not apply to them. */
    SKIP
  }

  private final String name;
  private final List<PathPattern> paths;
  private final boolean ignoresCase;
  private final List<String> methods;
  private final IdentifierSource identifier;
  private final Limit limit;
  private final long cost;
  private final Unidentified unidentified;
  private final @Nullable Result fallback;
  private final RateLimitFields fields;

  private Rule(Builder builder, Limit limit) {
    this.name = builder.name;
    this.paths = builder.patterns();
    this.ignoresCase = builder.ignoresCase;
    this.methods = List.copyOf(builder.methods);
    this.identifier = builder.identifier;
    this.limit = limit;
    this.cost = builder.cost;
    this.unidentified = builder.unidentified;
    this.fallback = builder.fallback;
    this.fields = RateLimitFields.of(name, limit.amount(), limit.duration());
  }

  /**
   * Creates a builder for a rule with this name. The name is its namespace at the limiter and the policy name in
   * responses: 1 to 512 printable ASCII characters. By default it applies to all requests, per client address.
   */
  public static Builder named(String name) {
    return new Builder(name);
  }

  /** Returns the name, which is also the namespace at the limiter. */
  public String name() {
    return name;
  }

  /** Returns the paths that the rule applies to. */
  public List<PathPattern> paths() {
    return paths;
  }

  /** Returns the methods that the rule applies to, in upper case; empty for all. */
  public List<String> methods() {
    return methods;
  }

  /** Returns the source of identifiers. */
  public IdentifierSource identifier() {
    return identifier;
  }

  /** Returns the limit. */
  public Limit limit() {
    return limit;
  }

  /** Returns the cost of one request. */
  public long cost() {
    return cost;
  }

  /** Returns how requests without an identifier are treated. */
  public Unidentified unidentified() {
    return unidentified;
  }

  /** Returns the result to use when the limiter is unavailable; empty to use the limiter's own fallback. */
  public Optional<Result> fallback() {
    return Optional.ofNullable(fallback);
  }

  /** Returns the result, or this rule's own fallback in place of the limiter's fallback. */
  Result orFallback(Result answer) {
    return fallback != null && answer.source() == Result.Source.FALLBACK
        ? fallback.from(Result.Source.FALLBACK)
        : answer;
  }

  RateLimitFields fields() {
    return fields;
  }

  boolean appliesTo(String method, RequestPath path) {
    return hasMethod(method) && hasPath(path);
  }

  private boolean hasMethod(String method) {
    if (methods.isEmpty()) {
      return true;
    }
    for (int i = 0; i < methods.size(); i++) {
      if (methods.get(i).equalsIgnoreCase(method)) {
        return true;
      }
    }
    // A resource that supports GET also supports HEAD, which does the same work.
    return method.equalsIgnoreCase("HEAD") && methods.contains("GET");
  }

  private boolean hasPath(RequestPath path) {
    for (int i = 0; i < paths.size(); i++) {
      if (paths.get(i).matches(path)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the identifier of a request, or null if it has none. */
  @Nullable
  String identifierOf(WebRequest request) {
    return RequestIdentifiers.of(
        identifier,
        ignoresCase ? RequestIdentifiers.ignoringCase(request) : request,
        unidentified == Unidentified.REFUSE);
  }

  Check check(String id) {
    return new Check(id, cost, name, limit);
  }

  @Override
  public String toString() {
    return "Rule[" + name + ' ' + methods + ' ' + paths + ' ' + limit + ']';
  }

  /** A builder of rules. */
  public static final class Builder {
    private static final int MAX_NAME_LENGTH = 512;

    private final String name;
    private List<String> paths = List.of("/**");
    private boolean ignoresCase;
    private final List<String> methods = new ArrayList<>();
    private IdentifierSource identifier = IdentifierSource.ip(TrustedProxies.none());
    private @Nullable Limit limit;
    private long cost = 1;
    private Unidentified unidentified = Unidentified.SHARE;
    private @Nullable Result fallback;

    private Builder(String name) {
      boolean printable = name.chars().allMatch(c -> c >= ' ' && c < 127);
      if (name.isEmpty() || name.length() > MAX_NAME_LENGTH || !printable) {
        throw new IllegalArgumentException(
            "a rule's name must be 1 to 512 printable ASCII characters, because it is sent in headers,"
                + " but was \"" + name + '"');
      }
      this.name = name;
    }

    /**
     * Sets the paths: {@code /login}, {@code /users/*}, {@code /api/**}. By default the rule applies to all paths.
     */
    public Builder path(String... patterns) {
      return path(List.of(patterns));
    }

    /**
     * Sets the paths: {@code /login}, {@code /users/*}, {@code /api/**}. By default the rule applies to all paths.
     */
    public Builder path(List<String> patterns) {
      if (patterns.isEmpty()) {
        throw new IllegalArgumentException("rule " + name + ": at least 1 path is required");
      }
      try {
        patterns.forEach(PathPattern::parse);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("rule " + name + ": " + e.getMessage(), e);
      }
      this.paths = List.copyOf(patterns);
      return this;
    }

    /**
     * Sets whether paths are compared without regard to case, for applications that do so. Sources then see paths in
     * lower case.
     */
    public Builder ignoreCase(boolean ignores) {
      this.ignoresCase = ignores;
      return this;
    }

    /** Sets the methods, in any case; GET includes HEAD. By default the rule applies to all methods. */
    public Builder methods(String... names) {
      return methods(List.of(names));
    }

    /** Sets the methods, in any case; GET includes HEAD. By default the rule applies to all methods. */
    public Builder methods(List<String> names) {
      methods.clear();
      for (String method : names) {
        if (method.isEmpty() || !method.chars().allMatch(c -> c > ' ' && c < 127)) {
          throw new IllegalArgumentException(
              "rule " + name + ": not a valid HTTP method: \"" + method + '"');
        }
        methods.add(method.toUpperCase(Locale.ROOT));
      }
      return this;
    }

    /** Sets the source of identifiers. By default requests are identified by the address of the connection. */
    public Builder identifiedBy(IdentifierSource source) {
      this.identifier = Objects.requireNonNull(
          source, () -> "rule " + name + ": identifier source must not be null");
      return this;
    }

    /** Sets the limit. Required. */
    public Builder limit(Limit most) {
      this.limit = most;
      return this;
    }

    /**
     * Sets the limit; the duration is written like {@code "60s"}, {@code "5m"}, {@code "1h"} or {@code "30d"}.
     * Required.
     */
    public Builder limit(long amount, String duration) {
      return limit(Limit.of(amount, duration));
    }

    /** Sets the cost of one request, at least 0; 1 by default. A cost of 0 only looks and spends nothing. */
    public Builder cost(long units) {
      if (units < 0) {
        throw new IllegalArgumentException(
            "rule " + name + ": cost must be 0 to " + Long.MAX_VALUE + ", but was " + units);
      }
      this.cost = units;
      return this;
    }

    /** Sets how requests without an identifier are treated. By default they share one limit. */
    public Builder unidentified(Unidentified choice) {
      this.unidentified = choice;
      return this;
    }

    /**
     * Sets the result to use when the limiter is unavailable: {@link Result#allow} or {@link Result#refuse}. By
     * default the limiter's own fallback is used. Exceptions that the limiter throws are not replaced by it.
     */
    public Builder fallback(Result answer) {
      this.fallback =
          Objects.requireNonNull(answer, () -> "rule " + name + ": fallback must not be null");
      return this;
    }

    private List<PathPattern> patterns() {
      List<PathPattern> patterns = new ArrayList<>();
      for (String text : paths) {
        PathPattern pattern = PathPattern.parse(text);
        patterns.add(ignoresCase ? pattern.ignoringCase() : pattern);
      }
      return List.copyOf(patterns);
    }

    /** Creates the rule. */
    public Rule build() {
      Limit most = limit;
      if (most == null) {
        throw new IllegalArgumentException("rule " + name + ": limit is required");
      }
      return new Rule(this, most);
    }
  }
}
