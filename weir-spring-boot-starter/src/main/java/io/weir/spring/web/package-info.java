// SPDX-License-Identifier: Apache-2.0
/**
 * Limits for HTTP requests in Spring: rules from properties, a filter for WebFlux, and responses of 429 and 503 for
 * calls that are refused or fail.
 */
@NullMarked
package io.weir.spring.web;

import org.jspecify.annotations.NullMarked;
