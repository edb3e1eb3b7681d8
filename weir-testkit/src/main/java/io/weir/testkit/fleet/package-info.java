// SPDX-License-Identifier: Apache-2.0
/**
 * Several regions of several processes in one thread and in virtual time, reproducible from a seed. Starting point:
 * {@link io.weir.testkit.fleet.VirtualFleet}.
 */
@NullMarked
package io.weir.testkit.fleet;

import org.jspecify.annotations.NullMarked;
