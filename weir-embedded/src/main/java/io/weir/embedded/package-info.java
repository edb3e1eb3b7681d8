// SPDX-License-Identifier: Apache-2.0
/** An implementation of the {@link io.weir.api.Ratelimit} interface that decides with an engine in this process. */
@NullMarked
package io.weir.embedded;

import org.jspecify.annotations.NullMarked;
