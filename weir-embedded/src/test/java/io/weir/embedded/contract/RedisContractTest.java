// SPDX-License-Identifier: Apache-2.0
package io.weir.embedded.contract;

import io.weir.api.Limit;
import io.weir.api.Ratelimit;
import io.weir.embedded.EmbeddedRatelimit;
import io.weir.testkit.servers.RequiredServers;
import org.junit.jupiter.api.Tag;

/** Runs the contract against an engine over a real Redis. */
@Tag("integration")
class RedisContractTest extends RatelimitContract {
  @Override
  protected Ratelimit create(String itsNamespace, Limit limit) {
    return EmbeddedRatelimit.builder()
        .namespace(itsNamespace)
        .limit(limit)
        .redis(RequiredServers.redis())
        .build();
  }
}
