// SPDX-License-Identifier: Apache-2.0
/** Access to log messages in tests. */
@NullMarked
package io.weir.testkit.logs;

import org.jspecify.annotations.NullMarked;
