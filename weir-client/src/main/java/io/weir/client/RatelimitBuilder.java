// SPDX-License-Identifier: Apache-2.0
package io.weir.client;

/** Makes a limiter that asks a server. */
public final class RatelimitBuilder {
  RatelimitBuilder() {}
}
