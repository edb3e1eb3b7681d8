// SPDX-License-Identifier: Apache-2.0
package io.weir.server.alerts.promql;

import io.weir.server.alerts.promql.Expression.Absolute;
import io.weir.server.alerts.promql.Expression.Arithmetic;
import io.weir.server.alerts.promql.Expression.Comparison;
import io.weir.server.alerts.promql.Expression.Literal;
import io.weir.server.alerts.promql.Expression.OverRange;
import io.weir.server.alerts.promql.Expression.Quantile;
import io.weir.server.alerts.promql.Expression.Selector;
import io.weir.server.alerts.promql.Expression.SetOperation;
import io.weir.server.alerts.promql.Expression.Sum;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A parser of queries. It rejects everything outside the supported subset, so that no rule is tested only in part. */
public final class PromqlParser {
  private static final Pattern TOKEN = Pattern.compile(
      "\\s*(\"[^\"]*\"|[0-9.]+(?:[smhd])?|\\w+|=~|!~|[=!<>]=|[-+*/<>=(){}\\[\\],])");

  private static final Set<String> COMPARISONS = Set.of(">", "<", ">=", "<=", "==", "!=");
  private static final Set<String> RANGE_FUNCTIONS = Set.of("rate", "increase", "resets");

  private final String text;
  private final List<String> tokens = new ArrayList<>();
  private int next;

  private PromqlParser(String text) {
    this.text = text;
    Matcher token = TOKEN.matcher(text.strip());
    int end = 0;
    while (end < text.strip().length()) {
      if (!token.find(end) || token.start() != end) {
        throw new IllegalArgumentException("can't read from position " + end + " on: " + text);
      }
      tokens.add(token.group(1));
      end = token.end();
    }
  }

  /** Parses a query. */
  public static Expression parse(String text) {
    PromqlParser promqlParser = new PromqlParser(text);
    Expression whole = promqlParser.either();
    if (promqlParser.next < promqlParser.tokens.size()) {
      throw promqlParser.unexpected();
    }
    return whole;
  }

  /** Returns the milliseconds of a duration such as 5m. */
  public static long millis(String duration) {
    long number = Long.parseLong(duration.substring(0, duration.length() - 1));
    return number
        * switch (duration.charAt(duration.length() - 1)) {
          case 's' -> 1_000L;
          case 'm' -> 60_000L;
          case 'h' -> 3_600_000L;
          case 'd' -> 86_400_000L;
          default -> throw new IllegalArgumentException("not a duration: " + duration);
        };
  }

  private Expression either() {
    Expression left = both();
    while (peek().equals("or")) {
      left = new SetOperation(left, take(), on(), both());
    }
    return left;
  }

  private Expression both() {
    Expression left = comparison();
    while (peek().equals("and") || peek().equals("unless")) {
      left = new SetOperation(left, take(), on(), comparison());
    }
    return left;
  }

  private List<String> on() {
    if (!peek().equals("on")) {
      return List.of();
    }
    next++;
    return names();
  }

  private Expression comparison() {
    Expression left = sum();
    while (COMPARISONS.contains(peek())) {
      left = new Comparison(left, take(), number());
    }
    return left;
  }

  private Expression sum() {
    Expression left = product();
    while (peek().equals("+") || peek().equals("-")) {
      left = new Arithmetic(left, take(), product());
    }
    return left;
  }

  private Expression product() {
    Expression left = term();
    while (peek().equals("*") || peek().equals("/")) {
      left = new Arithmetic(left, take(), term());
    }
    return left;
  }

  private Expression term() {
    String token = take();
    if (token.equals("(")) {
      return closed(either());
    }
    if (Character.isDigit(token.charAt(0))) {
      return new Literal(Double.parseDouble(token));
    }
    if (!Character.isLetter(token.charAt(0))) {
      next--;
      throw unexpected();
    }
    if (token.equals("sum")) {
      expect("by");
      List<String> by = names();
      expect("(");
      return closed(new Sum(by, either()));
    }
    return peek().equals("(") ? call(token) : selector(token);
  }

  private Expression call(String function) {
    expect("(");
    if (RANGE_FUNCTIONS.contains(function)) {
      Selector selector = selector(take());
      expect("[");
      long range = millis(take());
      expect("]");
      RangeFunction which = RangeFunction.valueOf(function.toUpperCase(Locale.ROOT));
      return closed(new OverRange(which, selector, range));
    }
    return switch (function) {
      case "abs" -> closed(new Absolute(either()));
      case "histogram_quantile" -> {
        double share = number();
        expect(",");
        yield closed(new Quantile(share, either()));
      }
      default -> throw new IllegalArgumentException("no function: " + function + " in " + text);
    };
  }

  private Selector selector(String name) {
    List<Expression.Matcher> matchers = new ArrayList<>();
    if (peek().equals("{")) {
      next++;
      while (!peek().equals("}")) {
        String label = take();
        String operator = take();
        String value = take();
        matchers.add(
            new Expression.Matcher(label, operator, value.substring(1, value.length() - 1)));
        if (peek().equals(",")) {
          next++;
        }
      }
      next++;
    }
    return new Selector(name, matchers);
  }

  private List<String> names() {
    List<String> names = new ArrayList<>();
    expect("(");
    while (!peek().equals(")")) {
      names.add(take());
      if (peek().equals(",")) {
        next++;
      }
    }
    next++;
    return names;
  }

  private double number() {
    return Double.parseDouble(take());
  }

  private Expression closed(Expression inner) {
    expect(")");
    return inner;
  }

  private void expect(String token) {
    if (!peek().equals(token)) {
      throw unexpected();
    }
    next++;
  }

  private String take() {
    if (next >= tokens.size()) {
      throw unexpected();
    }
    return tokens.get(next++);
  }

  private String peek() {
    return next < tokens.size() ? tokens.get(next) : "";
  }

  private IllegalArgumentException unexpected() {
    return new IllegalArgumentException(
        "unexpected \"" + peek() + "\" at token " + next + " of: " + text);
  }
}
