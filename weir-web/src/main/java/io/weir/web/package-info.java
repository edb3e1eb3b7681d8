// SPDX-License-Identifier: Apache-2.0
/**
 * Limits for HTTP requests, independent of the framework that serves them. Start at {@link
 * io.weir.web.RequestLimits}, which takes {@link io.weir.web.Rule}s; {@link io.weir.web.servlet.RatelimitFilter}
 * applies it to a servlet application.
 */
@NullMarked
package io.weir.web;

import org.jspecify.annotations.NullMarked;
