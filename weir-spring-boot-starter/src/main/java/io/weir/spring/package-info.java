// SPDX-License-Identifier: Apache-2.0
/**
 * Rate limits for Spring Boot applications. Application code uses {@link io.weir.spring.RateLimited} and {@link
 * io.weir.spring.RateLimitedException}; everything else is configured by properties under {@code weir}.
 */
@NullMarked
package io.weir.spring;

import org.jspecify.annotations.NullMarked;
