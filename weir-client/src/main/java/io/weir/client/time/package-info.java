// SPDX-License-Identifier: Apache-2.0
/** Elapsed time, which tests advance manually: time-outs and retry delays use no other source. */
@NullMarked
package io.weir.client.time;

import org.jspecify.annotations.NullMarked;
