// SPDX-License-Identifier: Apache-2.0
/** The subset of PromQL that the alert rules use, evaluated over recorded scrapes as Prometheus does it. */
@NullMarked
package io.weir.server.alerts.promql;

import org.jspecify.annotations.NullMarked;
