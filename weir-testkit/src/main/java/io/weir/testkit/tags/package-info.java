// SPDX-License-Identifier: Apache-2.0
/** What a test class without a tag may cost, since such classes run whenever someone tries a change. */
@NullMarked
package io.weir.testkit.tags;

import org.jspecify.annotations.NullMarked;
