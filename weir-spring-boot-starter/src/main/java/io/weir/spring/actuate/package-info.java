// SPDX-License-Identifier: Apache-2.0
/** What operators see of the limiter: an endpoint, a health indicator and metrics. No secrets, and no identifiers. */
@NullMarked
package io.weir.spring.actuate;

import org.jspecify.annotations.NullMarked;
