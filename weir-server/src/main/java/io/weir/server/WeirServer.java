// SPDX-License-Identifier: Apache-2.0
package io.weir.server;

import io.weir.server.config.ServerConfig;

/** A running server. */
public final class WeirServer implements AutoCloseable {
  private final ServerConfig config;

  private WeirServer(ServerConfig config) {
    this.config = config;
  }

  /** Starts one, and returns when it can be called. */
  public static WeirServer start(ServerConfig config) {
    return new WeirServer(config);
  }

  /** Where it can be reached, such as {@code http://127.0.0.1:7777}. */
  public String url() {
    return "http://" + config.listen().host() + ":" + config.listen().port();
  }

  /** Takes no more requests, answers those it has, tells the stores what they do not know, and ends. */
  @Override
  public void close() {}
}
