// SPDX-License-Identifier: Apache-2.0
/** The contract of every limiter, and the tests that run it against each implementation. */
@NullMarked
package io.weir.embedded.contract;

import org.jspecify.annotations.NullMarked;
