// SPDX-License-Identifier: Apache-2.0
/** The attacks that are measured, with and without a valid key. */
@NullMarked
package io.weir.benchmarks.isolation.catalog;

import org.jspecify.annotations.NullMarked;
