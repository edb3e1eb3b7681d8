// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.sql;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** A real connection that records the values bound to its statements, and fails on request. */
final class RecordingConnection {
  /** Every value bound as bytes, in order: subject, owner and region of each row. */
  final List<byte[]> bound = new ArrayList<>();

  /** The failures of the next updates, which are then not executed. */
  final Queue<SQLException> failures = new ArrayDeque<>();

  int updates;
  private int failingUpdate;
  private SQLException failure = new SQLException();

  /** Makes the update with this number fail, counted from 1. */
  void failAt(int update, SQLException reason) {
    failingUpdate = update;
    failure = reason;
  }

  Connection on(Connection real) {
    return proxy(Connection.class, (self, method, arguments) -> {
      Object result = call(real, method, arguments);
      return result instanceof PreparedStatement statement ? watch(statement) : result;
    });
  }

  private PreparedStatement watch(PreparedStatement real) {
    return proxy(PreparedStatement.class, (self, method, arguments) -> {
      if (method.getName().equals("setBytes")) {
        bound.add((byte[]) arguments[1]);
      }
      if (method.getName().equals("executeUpdate")) {
        updates++;
        if (updates == failingUpdate) {
          throw failure;
        }
        SQLException next = failures.poll();
        if (next != null) {
          throw next;
        }
      }
      return call(real, method, arguments);
    });
  }

  private static Object call(Object real, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler calls) {
    return type.cast(Proxy.newProxyInstance(
        RecordingConnection.class.getClassLoader(), new Class<?>[] {type}, calls));
  }
}
