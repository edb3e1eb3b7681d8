// SPDX-License-Identifier: Apache-2.0
/** What a test learns from a log. */
@NullMarked
package io.weir.testkit.logs;

import org.jspecify.annotations.NullMarked;
