// SPDX-License-Identifier: Apache-2.0
/** How what is written under {@code weir} becomes properties, where Spring Boot's own way does not do. */
@NullMarked
package io.weir.spring.binding;

import org.jspecify.annotations.NullMarked;
