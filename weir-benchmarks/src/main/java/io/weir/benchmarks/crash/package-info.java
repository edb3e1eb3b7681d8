// SPDX-License-Identifier: Apache-2.0
/** Tests whether embedded databases keep every confirmed commit when their process is killed. */
@NullMarked
package io.weir.benchmarks.crash;

import org.jspecify.annotations.NullMarked;
