// SPDX-License-Identifier: Apache-2.0
/** How costs move as the table of subjects grows. */
@NullMarked
package io.weir.benchmarks.growth;

import org.jspecify.annotations.NullMarked;
