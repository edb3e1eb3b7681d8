// SPDX-License-Identifier: Apache-2.0
package io.weir.server.alerts.promql;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A part of a query, which has values at an instant. */
public sealed interface Expression {
  /** Returns its values. */
  List<PromqlSample> at(ScrapeHistory scrapeHistory, long millis);

  /** Returns its direct parts. */
  default List<Expression> parts() {
    return List.of();
  }

  /** Returns all selectors in it. */
  default Stream<Selector> selectors() {
    return Stream.concat(
        this instanceof Selector selector ? Stream.of(selector) : Stream.empty(),
        parts().stream().flatMap(Expression::selectors));
  }

  /** A number: a single value without labels. */
  record Literal(double value) implements Expression {
    @Override
    public List<PromqlSample> at(ScrapeHistory scrapeHistory, long millis) {
      return List.of(new PromqlSample(Map.of(), value));
    }
  }

  /** A condition on a label: {@code status=~"5.."}. */
  record Matcher(String label, String operator, String value) {
    boolean matches(Map<String, String> labels) {
      String found = labels.getOrDefault(label, "");
      boolean isEqual = operator.endsWith("~")
          ? Pattern.compile(value).matcher(found).matches()
          : found.equals(value);
      return operator.startsWith("!") != isEqual;
    }
  }

  /** The current values of a metric. */
  record Selector(String name, List<Matcher> matchers) implements Expression {
    Predicate<Map<String, String>> which() {
      return labels -> name.equals(labels.get(PromqlSample.NAME))
          && matchers.stream().allMatch(each -> each.matches(labels));
    }

    @Override
    public List<PromqlSample> at(ScrapeHistory scrapeHistory, long millis) {
      return scrapeHistory.at(millis, which());
    }
  }

  /** A function of a metric's values within a time range. */
  record OverRange(RangeFunction function, Selector selector, long rangeMillis)
      implements Expression {
    @Override
    public List<PromqlSample> at(ScrapeHistory scrapeHistory, long millis) {
      List<PromqlSample> found = new ArrayList<>();
      scrapeHistory.matching(selector.which()).forEach(sampleSeries -> {
        OptionalDouble value = function.of(
            sampleSeries.between(millis - rangeMillis, millis), millis - rangeMillis, millis);
        value.ifPresent(
            number -> found.add(new PromqlSample(sampleSeries.labels(), number).withoutName()));
      });
      return found;
    }

    @Override
    public List<Expression> parts() {
      return List.of(selector);
    }
  }

  /** The absolute values of an expression. */
  record Absolute(Expression inner) implements Expression {
    @Override
    public List<PromqlSample> at(ScrapeHistory scrapeHistory, long millis) {
      return inner.at(scrapeHistory, millis).stream()
          .map(each -> each.withoutName().with(Math.abs(each.value())))
          .toList();
    }

    @Override
    public List<Expression> parts() {
      return List.of(inner);
    }
  }

  /** Sums by labels. */
  record Sum(List<String> by, Expression inner) implements Expression {
    @Override
    public List<PromqlSample> at(ScrapeHistory scrapeHistory, long millis) {
      Map<Map<String, String>, Double> sums = new LinkedHashMap<>();
      for (PromqlSample each : inner.at(scrapeHistory, millis)) {
        sums.merge(each.only(by), each.value(), Double::sum);
      }
      List<PromqlSample> found = new ArrayList<>();
      sums.forEach((labels, value) -> found.add(new PromqlSample(labels, value)));
      return found;
    }

    @Override
    public List<Expression> parts() {
      return List.of(inner);
    }
  }

  /** The value below which this share of a histogram lies, interpolated linearly within a bucket. */
  record Quantile(double share, Expression buckets) implements Expression {
    @Override
    public List<PromqlSample> at(ScrapeHistory scrapeHistory, long millis) {
      Map<Map<String, String>, TreeMap<Double, Double>> histograms = new LinkedHashMap<>();
      for (PromqlSample each : buckets.at(scrapeHistory, millis)) {
        Map<String, String> labels = new TreeMap<>(each.labels());
        labels.remove(PromqlSample.NAME);
        String bound = Optional.ofNullable(labels.remove("le")).orElse("NaN");
        histograms
            .computeIfAbsent(labels, none -> new TreeMap<>())
            .put(Double.parseDouble(bound.replace("+Inf", "Infinity")), each.value());
      }
      List<PromqlSample> found = new ArrayList<>();
      histograms.forEach((labels, counts) -> found.add(new PromqlSample(labels, of(counts))));
      return found;
    }

    private double of(TreeMap<Double, Double> counts) {
      double total = counts.lastEntry().getValue();
      if (total == 0 || counts.size() < 2) {
        return Double.NaN;
      }
      double rank = share * total;
      double lowerBound = 0;
      double lowerCount = 0;
      for (Map.Entry<Double, Double> bucket : counts.entrySet()) {
        if (bucket.getValue() >= rank) {
          double width = bucket.getKey() - lowerBound;
          return Double.isInfinite(bucket.getKey())
              ? lowerBound
              : lowerBound + width * (rank - lowerCount) / (bucket.getValue() - lowerCount);
        }
        lowerBound = bucket.getKey();
        lowerCount = bucket.getValue();
      }
      return Double.NaN;
    }

    @Override
    public List<Expression> parts() {
      return List.of(buckets);
    }
  }

  /** Those values of the left side that satisfy a comparison with a number. */
  record Comparison(Expression left, String operator, double right) implements Expression {
    @Override
    public List<PromqlSample> at(ScrapeHistory scrapeHistory, long millis) {
      return left.at(scrapeHistory, millis).stream()
          .filter(each -> holds(each.value()))
          .toList();
    }

    private boolean holds(double value) {
      return switch (operator) {
        case ">" -> value > right;
        case "<" -> value < right;
        case ">=" -> value >= right;
        case "<=" -> value <= right;
        case "==" -> value == right;
        case "!=" -> value != right;
        default -> throw new IllegalArgumentException("no comparison: " + operator);
      };
    }

    @Override
    public List<Expression> parts() {
      return List.of(left);
    }
  }

  /** Arithmetic between values that have the same labels. */
  record Arithmetic(Expression left, String operator, Expression right) implements Expression {
    @Override
    public List<PromqlSample> at(ScrapeHistory scrapeHistory, long millis) {
      List<PromqlSample> others = right.at(scrapeHistory, millis);
      List<PromqlSample> found = new ArrayList<>();
      for (PromqlSample each : left.at(scrapeHistory, millis)) {
        PromqlSample one = each.withoutName();
        others.stream()
            .filter(other -> other.withoutName().labels().equals(one.labels()))
            .forEach(other ->
                found.add(one.with(operation().applyAsDouble(one.value(), other.value()))));
      }
      return found;
    }

    private DoubleBinaryOperator operation() {
      return switch (operator) {
        case "+" -> Double::sum;
        case "-" -> (a, b) -> a - b;
        case "*" -> (a, b) -> a * b;
        case "/" -> (a, b) -> a / b;
        default -> throw new IllegalArgumentException("no arithmetic: " + operator);
      };
    }

    @Override
    public List<Expression> parts() {
      return List.of(left, right);
    }
  }

  /**
   * A set operation: values of the left side for which the right side has a value, or has none, or the values of
   * both.
   *
   * @param on the labels by which values are matched; all if it is empty
   */
  record SetOperation(Expression left, String operator, List<String> on, Expression right)
      implements Expression {
    @Override
    public List<PromqlSample> at(ScrapeHistory scrapeHistory, long millis) {
      List<PromqlSample> ours = left.at(scrapeHistory, millis);
      List<PromqlSample> theirs = right.at(scrapeHistory, millis);
      if (operator.equals("or")) {
        return Stream.concat(ours.stream(), keep(theirs, ours, false)).toList();
      }
      return keep(ours, theirs, operator.equals("and")).toList();
    }

    private Stream<PromqlSample> keep(
        List<PromqlSample> of, List<PromqlSample> others, boolean ifThere) {
      TreeSet<String> keys = new TreeSet<>();
      others.forEach(each -> keys.add(key(each)));
      return of.stream().filter(each -> keys.contains(key(each)) == ifThere);
    }

    private String key(PromqlSample promqlSample) {
      return (on.isEmpty() ? promqlSample.withoutName().labels() : promqlSample.only(on))
          .toString();
    }

    @Override
    public List<Expression> parts() {
      return List.of(left, right);
    }
  }
}
