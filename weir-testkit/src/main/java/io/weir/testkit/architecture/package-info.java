// SPDX-License-Identifier: Apache-2.0
/**
 * The rules of the house, as tests: what may depend on what, how large a thing may grow, which habits are not kept.
 *
 * <p>Starting points: {@link io.weir.testkit.architecture.ArchitectureRules} reads compiled classes, {@link
 * io.weir.testkit.architecture.SourceRules} reads sources. A module's own test is one call to the first; the second is
 * run once over the whole repository.
 */
@NullMarked
package io.weir.testkit.architecture;

import org.jspecify.annotations.NullMarked;
