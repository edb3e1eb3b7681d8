// SPDX-License-Identifier: Apache-2.0
/**
 * Rate limits for Spring Boot applications: what their own code touches is {@link io.weir.spring.RateLimited} and
 * {@link io.weir.spring.RateLimitedException}. All else is set by properties under {@code weir}.
 */
@NullMarked
package io.weir.spring;

import org.jspecify.annotations.NullMarked;
