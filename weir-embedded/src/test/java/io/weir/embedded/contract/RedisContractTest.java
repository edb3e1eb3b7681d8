// SPDX-License-Identifier: Apache-2.0
package io.weir.embedded.contract;

import io.weir.api.Limit;
import io.weir.api.Ratelimit;
import io.weir.embedded.EmbeddedRatelimit;
import io.weir.testkit.servers.RequiredServers;

/** Runs the contract against an engine over a real Redis. */
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
