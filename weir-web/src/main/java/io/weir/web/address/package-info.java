// SPDX-License-Identifier: Apache-2.0
/** Internet addresses and address ranges, parsed without name look-ups. */
@NullMarked
package io.weir.web.address;

import org.jspecify.annotations.NullMarked;
