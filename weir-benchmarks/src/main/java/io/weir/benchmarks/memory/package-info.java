// SPDX-License-Identifier: Apache-2.0
/** The memory of a subject, compared with other limiters. */
@NullMarked
package io.weir.benchmarks.memory;

import org.jspecify.annotations.NullMarked;
