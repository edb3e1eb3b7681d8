// SPDX-License-Identifier: Apache-2.0
/** The problems with which the server answers requests that fail. */
@NullMarked
package io.weir.server.problem;

import org.jspecify.annotations.NullMarked;
