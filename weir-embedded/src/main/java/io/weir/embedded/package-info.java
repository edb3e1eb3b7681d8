// SPDX-License-Identifier: Apache-2.0
/** The client's interface, answered by an engine in this process. */
@NullMarked
package io.weir.embedded;

import org.jspecify.annotations.NullMarked;
