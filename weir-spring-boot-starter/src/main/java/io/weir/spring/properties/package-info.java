// SPDX-License-Identifier: Apache-2.0
/**
 * What can be set under {@code weir}, and what is wrong with it: all faults are told at once, when the application
 * starts.
 */
@NullMarked
package io.weir.spring.properties;

import org.jspecify.annotations.NullMarked;
