// SPDX-License-Identifier: Apache-2.0
/** The auto-configurations for Spring Boot. Each one is inactive if its dependencies are absent. */
@NullMarked
package io.weir.spring.autoconfigure;

import org.jspecify.annotations.NullMarked;
