// SPDX-License-Identifier: Apache-2.0
/**
 * What every store must keep to, as tests that an implementation inherits. Starting points:
 * {@link io.weir.testkit.contract.OriginContract} and {@link io.weir.testkit.contract.LedgerContract}.
 */
@NullMarked
package io.weir.testkit.contract;

import org.jspecify.annotations.NullMarked;
