// SPDX-License-Identifier: Apache-2.0
/**
 * What {@link io.weir.spring.RateLimited} does: {@link io.weir.spring.method.RateLimitedBeans} finds annotated beans,
 * {@link io.weir.spring.method.MethodRules} reads each annotation once, {@link
 * io.weir.spring.method.RateLimitInterceptor} asks the limiter before a call.
 */
@NullMarked
package io.weir.spring.method;

import org.jspecify.annotations.NullMarked;
