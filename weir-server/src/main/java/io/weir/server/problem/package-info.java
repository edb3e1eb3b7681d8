// SPDX-License-Identifier: Apache-2.0
/** Everything that clients are told when a request is not done as asked. */
@NullMarked
package io.weir.server.problem;

import org.jspecify.annotations.NullMarked;
