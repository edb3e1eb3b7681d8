// SPDX-License-Identifier: Apache-2.0
/** Internet addresses and ranges of them, read from text without ever asking a name server. */
@NullMarked
package io.weir.web.address;

import org.jspecify.annotations.NullMarked;
