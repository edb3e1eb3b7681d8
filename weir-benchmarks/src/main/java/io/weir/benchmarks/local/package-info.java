// SPDX-License-Identifier: Apache-2.0
/**
 * What counts in a file of one process cost, in SQLite and in H2. Starting point: {@link
 * io.weir.benchmarks.local.StoreSuite}.
 */
@NullMarked
package io.weir.benchmarks.local;

import org.jspecify.annotations.NullMarked;
