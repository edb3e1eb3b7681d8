// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client.http;

import java.lang.reflect.Proxy;

/**
 * The target behind the stub request and response. Fails every call that the stubs do not implement, so that none is
 * ignored.
 */
final class UnsupportedCalls {
  private UnsupportedCalls() {}

  static <T> T as(Class<T> type) {
    return type.cast(Proxy.newProxyInstance(
        type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
          throw new UnsupportedOperationException("unexpected call of " + method);
        }));
  }
}
