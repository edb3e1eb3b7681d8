// SPDX-License-Identifier: Apache-2.0
package io.weir.redis;

import io.weir.origin.Origin;
import io.weir.testkit.contract.OriginContract;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

class RedisOriginTest extends OriginContract {
  @Override
  protected Origin createOrigin() {
    return RedisOrigin.open(System.getenv("WEIR_TEST_REDIS_URI"), "t-" + UUID.randomUUID());
  }

  @Override
  protected void letTimePass(long millis) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }
}
