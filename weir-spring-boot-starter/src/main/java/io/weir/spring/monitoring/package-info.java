// SPDX-License-Identifier: Apache-2.0
/** How often which rule was asked and what it answered, for the endpoint and the metrics. */
@NullMarked
package io.weir.spring.monitoring;

import org.jspecify.annotations.NullMarked;
