// SPDX-License-Identifier: Apache-2.0
/**
 * The properties under {@code weir} and their validation: all faults are reported at once, when the application
 * starts.
 */
@NullMarked
package io.weir.spring.properties;

import org.jspecify.annotations.NullMarked;
