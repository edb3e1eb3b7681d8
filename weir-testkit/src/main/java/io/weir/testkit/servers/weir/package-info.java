// SPDX-License-Identifier: Apache-2.0
/**
 * Weir itself as a process of its own, for tests that have its server on their class path. Start at
 * {@link io.weir.testkit.servers.weir.WeirProcess}.
 */
@NullMarked
package io.weir.testkit.servers.weir;

import org.jspecify.annotations.NullMarked;
