// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client.http;

import java.lang.reflect.Proxy;

/** What stands behind the questions that a stand-in does not expect: it refuses them, so none is answered in silence. */
final class UnsupportedCalls {
  private UnsupportedCalls() {}

  static <T> T as(Class<T> type) {
    return type.cast(Proxy.newProxyInstance(
        type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
          throw new UnsupportedOperationException("unexpected call of " + method);
        }));
  }
}
