// SPDX-License-Identifier: Apache-2.0
/**
 * Limits for HTTP requests, whatever framework serves them. Start at {@link io.weir.web.RequestLimits}, which takes
 * {@link io.weir.web.Rule}s; {@link io.weir.web.servlet.RatelimitFilter} puts it in front of a servlet application.
 */
@NullMarked
package io.weir.web;

import org.jspecify.annotations.NullMarked;
