// SPDX-License-Identifier: Apache-2.0
/** The binding of properties under {@code weir}, where Spring Boot's own binding is not sufficient. */
@NullMarked
package io.weir.spring.binding;

import org.jspecify.annotations.NullMarked;
