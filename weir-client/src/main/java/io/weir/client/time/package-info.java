// SPDX-License-Identifier: Apache-2.0
/** Elapsed time, which tests move by hand: time-outs and pauses have no other source of it. */
@NullMarked
package io.weir.client.time;

import org.jspecify.annotations.NullMarked;
