// SPDX-License-Identifier: Apache-2.0
/** How a wrong configuration stops the start: with all of its faults, and in words. */
@NullMarked
package io.weir.spring.fault;

import org.jspecify.annotations.NullMarked;
