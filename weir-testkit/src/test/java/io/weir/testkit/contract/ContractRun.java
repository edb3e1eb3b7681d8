// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.contract;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Runs each test of a contract on a separate instance, and returns the names of those that fail. */
final class ContractRun {
  private ContractRun() {}

  static Set<String> tests(Class<?> contract) {
    return Arrays.stream(contract.getMethods())
        .filter(method -> method.isAnnotationPresent(Test.class))
        .map(Method::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  static <T> Set<String> failing(Class<T> contract, Supplier<? extends T> instances) {
    Set<String> failing = new TreeSet<>();
    for (String test : tests(contract)) {
      if (fails(contract, instances.get(), test)) {
        failing.add(test);
      }
    }
    return failing;
  }

  private static boolean fails(Class<?> contract, Object instance, String test) {
    try {
      contract.getMethod("open").invoke(instance);
      contract.getMethod(test).invoke(instance);
      contract.getMethod("close").invoke(instance);
      return false;
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof AssertionError) {
        return true;
      }
      throw new IllegalStateException(test + " broke instead of failing", e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
