// SPDX-License-Identifier: Apache-2.0
/** What Spring Boot puts together by itself. Each part stays away when what it needs is absent. */
@NullMarked
package io.weir.spring.autoconfigure;

import org.jspecify.annotations.NullMarked;
