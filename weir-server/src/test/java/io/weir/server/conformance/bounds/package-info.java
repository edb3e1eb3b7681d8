// SPDX-License-Identifier: Apache-2.0
/** What the server does when there is too much of something, or something does not come, or the end does. */
@NullMarked
package io.weir.server.conformance.bounds;

import org.jspecify.annotations.NullMarked;
