// SPDX-License-Identifier: Apache-2.0
/** How costs grow with the number of subjects. */
@NullMarked
package io.weir.benchmarks.growth;

import org.jspecify.annotations.NullMarked;
