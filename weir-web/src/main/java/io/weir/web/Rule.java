// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import io.weir.api.Check;
import io.weir.api.Limit;
import io.weir.api.Result;
import io.weir.web.answer.RateLimitFields;
import io.weir.web.path.PathPattern;
import io.weir.web.path.RequestPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A limit for some requests: which ones, whose they are, and how much may be spent in how long. */
public final class Rule {

  /** What becomes of requests that do not say whose they are. */
  public enum Unidentified {
    /** All of them together have the limit of one. */
    SHARE,
    /**
     * They are refused, and so are those of which a header says several different things and nothing else says
     * anything.
     */
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
   * A rule with this name, which is its namespace at the limiter and the policy that answers speak of: 1 to 512
   * printable characters of ASCII. It applies to all requests of one address until told otherwise.
   */
  public static Builder named(String name) {
    return new Builder(name);
  }

  /** Its name, and its namespace at the limiter. */
  public String name() {
    return name;
  }

  /** To which paths it applies. */
  public List<PathPattern> paths() {
    return paths;
  }

  /** To which methods it applies, in upper case; empty for all. */
  public List<String> methods() {
    return methods;
  }

  /** Who spends. */
  public IdentifierSource identifier() {
    return identifier;
  }

  /** How much in how long. */
  public Limit limit() {
    return limit;
  }

  /** What one request spends. */
  public long cost() {
    return cost;
  }

  /** What becomes of requests that do not say whose they are. */
  public Unidentified unidentified() {
    return unidentified;
  }

  /** What is answered when the limiter could not be asked; empty if its own fallback counts. */
  public Optional<Result> fallback() {
    return Optional.ofNullable(fallback);
  }

  /** The answer, or this rule's own in place of the limiter's fallback. */
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
    // What answers GET answers HEAD too, with the same work.
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

  /** Whose request it is; null if it does not say. */
  @Nullable
  String identifierOf(WebRequest request) {
    return RequestIdentifiers.of(
        identifier,
        ignoresCase ? RequestIdentifiers.ignoringCase(request) : request,
        unidentified == Unidentified.REFUSE);
  }

  Check check(String who) {
    return new Check(who, cost, name, limit);
  }

  @Override
  public String toString() {
    return "Rule[" + name + ' ' + methods + ' ' + paths + ' ' + limit + ']';
  }

  /** Puts a rule together. */
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

    /** Applies to these paths: {@code /login}, {@code /users/*}, {@code /api/**}. By default to all. */
    public Builder path(String... patterns) {
      return path(List.of(patterns));
    }

    /** Applies to these paths: {@code /login}, {@code /users/*}, {@code /api/**}. By default to all. */
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

    /** Takes upper and lower case in paths for the same, for applications that do. Sources see paths in lower case. */
    public Builder ignoreCase(boolean ignores) {
      this.ignoresCase = ignores;
      return this;
    }

    /** Applies to these methods, in whatever case; GET stands for HEAD too. None, as by default, means all. */
    public Builder methods(String... names) {
      return methods(List.of(names));
    }

    /** Applies to these methods, in whatever case; GET stands for HEAD too. None, as by default, means all. */
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

    /** Counts for whom this source tells. By default for the address that the connection comes from. */
    public Builder identifiedBy(IdentifierSource source) {
      this.identifier = Objects.requireNonNull(
          source, () -> "rule " + name + ": identifier source must not be null");
      return this;
    }

    /** So much in so long. There is no default. */
    public Builder limit(Limit most) {
      this.limit = most;
      return this;
    }

    /** So much in {@code "60s"}, {@code "5m"}, {@code "1h"} or {@code "30d"}. There is no default. */
    public Builder limit(long amount, String duration) {
      return limit(Limit.of(amount, duration));
    }

    /** What one request spends, at least 0; 1 by default. 0 looks at what is left and spends nothing. */
    public Builder cost(long units) {
      if (units < 0) {
        throw new IllegalArgumentException(
            "rule " + name + ": cost must be 0 to " + Long.MAX_VALUE + ", but was " + units);
      }
      this.cost = units;
      return this;
    }

    /** What becomes of requests that do not say whose they are. By default they share one limit. */
    public Builder unidentified(Unidentified choice) {
      this.unidentified = choice;
      return this;
    }

    /**
     * What is answered when the limiter could not be asked: {@link Result#allow} or {@link Result#refuse}. By default
     * what the limiter's own fallback says. What the limiter throws is not answered by it.
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

    /** The rule. */
    public Rule build() {
      Limit most = limit;
      if (most == null) {
        throw new IllegalArgumentException("rule " + name + ": limit is required");
      }
      return new Rule(this, most);
    }
  }
}
