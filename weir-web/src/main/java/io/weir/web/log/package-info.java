// SPDX-License-Identifier: Apache-2.0
/** What the log is told. */
@NullMarked
package io.weir.web.log;

import org.jspecify.annotations.NullMarked;
