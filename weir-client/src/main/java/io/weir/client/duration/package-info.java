// SPDX-License-Identifier: Apache-2.0
/** Durations as people write them in code and configuration. */
@NullMarked
package io.weir.client.duration;

import org.jspecify.annotations.NullMarked;
