// SPDX-License-Identifier: Apache-2.0
/** The log messages of this module. */
@NullMarked
package io.weir.web.log;

import org.jspecify.annotations.NullMarked;
