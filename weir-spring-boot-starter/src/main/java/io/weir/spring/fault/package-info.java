// SPDX-License-Identifier: Apache-2.0
/** Reports of an invalid configuration that stops the start: they list all faults, in words. */
@NullMarked
package io.weir.spring.fault;

import org.jspecify.annotations.NullMarked;
