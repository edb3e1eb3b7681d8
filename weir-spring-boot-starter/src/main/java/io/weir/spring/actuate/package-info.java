// SPDX-License-Identifier: Apache-2.0
/**
 * The limiter's operational interface: an endpoint, a health indicator and metrics. They contain no secrets and no
 * identifiers.
 */
@NullMarked
package io.weir.spring.actuate;

import org.jspecify.annotations.NullMarked;
