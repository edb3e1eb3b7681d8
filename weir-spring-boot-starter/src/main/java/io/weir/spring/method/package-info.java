// SPDX-License-Identifier: Apache-2.0
/**
 * The implementation of {@link io.weir.spring.RateLimited}: {@link io.weir.spring.method.RateLimitedBeans} finds
 * annotated beans, {@link io.weir.spring.method.MethodRules} reads each annotation once, {@link
 * io.weir.spring.method.RateLimitInterceptor} runs a check before each call.
 */
@NullMarked
package io.weir.spring.method;

import org.jspecify.annotations.NullMarked;
