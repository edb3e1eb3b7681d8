// SPDX-License-Identifier: Apache-2.0
/** Commands that call a running server: {@code limit}, {@code multi-limit} and {@code override}. */
@NullMarked
package io.weir.cli.client;

import org.jspecify.annotations.NullMarked;
