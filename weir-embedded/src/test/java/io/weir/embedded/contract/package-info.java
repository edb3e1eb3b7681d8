// SPDX-License-Identifier: Apache-2.0
/** What every limiter must keep to, wherever it decides, and those who keep to it. */
@NullMarked
package io.weir.embedded.contract;

import org.jspecify.annotations.NullMarked;
