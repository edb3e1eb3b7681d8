// SPDX-License-Identifier: Apache-2.0
/** What the replies of Redis mean, read while they arrive. */
@NullMarked
package io.weir.redis.output;

import org.jspecify.annotations.NullMarked;
