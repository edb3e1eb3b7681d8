// SPDX-License-Identifier: Apache-2.0
/** What Weir's own modules share beside the interface. It is not exported to applications, and may change at any time. */
@NullMarked
package io.weir.api.common;

import org.jspecify.annotations.NullMarked;
