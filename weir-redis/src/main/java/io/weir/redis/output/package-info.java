// SPDX-License-Identifier: Apache-2.0
/** Parsers that read the replies of Redis while they arrive. */
@NullMarked
package io.weir.redis.output;

import org.jspecify.annotations.NullMarked;
