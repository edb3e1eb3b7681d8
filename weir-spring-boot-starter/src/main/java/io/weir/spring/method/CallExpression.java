// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.method;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.FunctionReference;
import org.springframework.expression.spel.ast.Literal;
import org.springframework.expression.spel.ast.Operator;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/** An expression over the arguments of one method, parsed and checked when the application starts. */
final class CallExpression {
  private static final SpelExpressionParser PARSER = new SpelExpressionParser();

  /** {@code #root}, {@code #this} and arguments by position. */
  private static final Pattern POSITIONAL_VARIABLE = Pattern.compile("[pa](\\d{1,3})");

  private final SpelExpression expression;

  private CallExpression(SpelExpression expression) {
    this.expression = expression;
  }

  /**
   * Parses an expression, and verifies that all of its variables exist. Throws an IllegalArgumentException if it is
   * invalid.
   */
  static CallExpression parse(String text, Method method, ParameterNameDiscoverer names) {
    SpelExpression parsed;
    try {
      parsed = PARSER.parseRaw(text);
    } catch (ParseException | IllegalStateException e) {
      throw new IllegalArgumentException("is not a valid SpEL expression: " + e.getMessage(), e);
    }
    @Nullable String @Nullable [] known = names.getParameterNames(method);
    for (SpelNode node : nodes(parsed)) {
      if (node instanceof FunctionReference) {
        throw new IllegalArgumentException(
            "uses the function " + node.toStringAST() + ", but functions are not supported");
      }
    }
    for (String variable : variables(parsed)) {
      if (!isKnown(variable, method, known)) {
        throw new IllegalArgumentException(unknownVariable(variable, method, known));
      }
    }
    return new CallExpression(parsed);
  }

  private static Set<String> variables(SpelExpression expression) {
    Set<String> found = new LinkedHashSet<>();
    for (SpelNode node : nodes(expression)) {
      if (node instanceof VariableReference) {
        found.add(node.toStringAST().substring(1));
      }
    }
    return found;
  }

  private static List<SpelNode> nodes(SpelExpression expression) {
    List<SpelNode> nodes = new ArrayList<>();
    SpelNode root = expression.getAST();
    if (root != null) {
      nodes.add(root);
    }
    for (int next = 0; next < nodes.size(); next++) {
      SpelNode node = nodes.get(next);
      for (int i = 0; i < node.getChildCount(); i++) {
        nodes.add(node.getChild(i));
      }
    }
    return nodes;
  }

  private static boolean isKnown(
      String variable, Method method, @Nullable String @Nullable [] names) {
    if (variable.equals("root") || variable.equals("this")) {
      return true;
    }
    var place = POSITIONAL_VARIABLE.matcher(variable);
    if (place.matches() && Integer.parseInt(place.group(1)) < method.getParameterCount()) {
      return true;
    }
    return names != null && Arrays.asList(names).contains(variable);
  }

  private static String unknownVariable(
      String variable, Method method, @Nullable String @Nullable [] names) {
    String wrong = "uses #" + variable + ", but ";
    int count = method.getParameterCount();
    if (count == 0) {
      return wrong + "the method has no parameters";
    }
    String places = count == 1 ? "#p0" : "#p0 to #p" + (count - 1);
    return names == null
        ? wrong + "the parameter names are unknown: compile with -parameters, or use " + places
        : wrong + "the parameters are #" + String.join(", #", Arrays.asList(names)) + " (" + places
            + ")";
  }

  /** Returns whether the value is the same for all calls, so that it can be evaluated without a call. */
  boolean isConstant() {
    return nodes(expression).stream()
        .allMatch(node -> node instanceof Literal || node instanceof Operator);
  }

  @Nullable
  Object value(EvaluationContext context) {
    return expression.getValue(context);
  }

  @Override
  public String toString() {
    return expression.getExpressionString();
  }
}
