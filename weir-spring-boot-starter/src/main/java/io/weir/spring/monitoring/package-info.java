// SPDX-License-Identifier: Apache-2.0
/** Counters per rule and outcome, and the state of the backend, for the endpoint and the metrics. */
@NullMarked
package io.weir.spring.monitoring;

import org.jspecify.annotations.NullMarked;
