// SPDX-License-Identifier: Apache-2.0
/**
 * Tests of the alert rules with real servers: healthy servers trigger none, each failure triggers the alert that it
 * should.
 */
@NullMarked
package io.weir.server.alerts;

import org.jspecify.annotations.NullMarked;
