// SPDX-License-Identifier: Apache-2.0
/** Weir in a Spring Boot application. */
@NullMarked
package io.weir.spring;

import org.jspecify.annotations.NullMarked;
