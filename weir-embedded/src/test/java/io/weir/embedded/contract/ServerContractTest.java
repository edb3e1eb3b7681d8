// SPDX-License-Identifier: Apache-2.0
package io.weir.embedded.contract;

import io.weir.api.Limit;
import io.weir.api.Ratelimit;
import io.weir.client.HttpRatelimit;
import io.weir.server.WeirServer;
import io.weir.server.config.ServerConfig;
import io.weir.server.config.ServerConfig.DirectorySettings;
import io.weir.server.config.ServerConfig.FaultSettings;
import io.weir.server.config.ServerConfig.FleetSettings;
import io.weir.server.config.ServerConfig.ListenSettings;
import io.weir.server.config.ServerConfig.ServerLimits;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Runs the contract against a server over HTTP, which shows that it can replace an embedded limiter. */
class ServerContractTest extends RatelimitContract {
  private static final String ROOT_KEY = "weir_contract_0123456789abcdef";

  private static @Nullable WeirServer server;

  @BeforeAll
  static void start(@TempDir Path folder) {
    server = WeirServer.start(new ServerConfig(
        new ListenSettings("127.0.0.1", 0, ""),
        folder,
        new FleetSettings(FleetSettings.STANDALONE, null, null),
        ROOT_KEY,
        ServerLimits.DEFAULT,
        FaultSettings.DEFAULT,
        DirectorySettings.DEFAULT));
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  @Override
  protected Ratelimit create(String itsNamespace, Limit limit) {
    return HttpRatelimit.builder()
        .baseUrl(Objects.requireNonNull(server).url())
        .rootKey(ROOT_KEY)
        .namespace(itsNamespace)
        .limit(limit)
        .timeout("40s")
        .build();
  }
}
