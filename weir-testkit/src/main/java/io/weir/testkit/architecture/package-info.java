// SPDX-License-Identifier: Apache-2.0
/**
 * The architecture and source rules, as tests: permitted dependencies, maximum sizes, and conventions.
 *
 * <p>Starting points: {@link io.weir.testkit.architecture.ArchitectureRules} reads compiled classes, {@link
 * io.weir.testkit.architecture.SourceRules} reads sources. A module's own test is one call to the first; the second
 * runs once over the whole repository.
 */
@NullMarked
package io.weir.testkit.architecture;

import org.jspecify.annotations.NullMarked;
