// SPDX-License-Identifier: Apache-2.0
/** Limits for HTTP requests, whatever framework serves them. */
@NullMarked
package io.weir.web;

import org.jspecify.annotations.NullMarked;
