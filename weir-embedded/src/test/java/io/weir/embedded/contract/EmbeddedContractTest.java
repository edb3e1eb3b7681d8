// SPDX-License-Identifier: Apache-2.0
package io.weir.embedded.contract;

import io.weir.api.Limit;
import io.weir.api.Ratelimit;
import io.weir.embedded.EmbeddedRatelimit;

/** Runs the contract against an engine without stores. */
class EmbeddedContractTest extends RatelimitContract {
  @Override
  protected Ratelimit create(String itsNamespace, Limit limit) {
    return EmbeddedRatelimit.builder().namespace(itsNamespace).limit(limit).build();
  }
}
