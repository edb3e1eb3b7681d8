// SPDX-License-Identifier: Apache-2.0
/** Refusals that are remembered while they surely stand, so that the server need not be asked again. */
@NullMarked
package io.weir.client.refusals;

import org.jspecify.annotations.NullMarked;
