// SPDX-License-Identifier: Apache-2.0
/**
 * The contracts of stores, as tests that an implementation inherits. Starting points: {@link
 * io.weir.testkit.contract.OriginContract} and {@link io.weir.testkit.contract.LedgerContract}.
 */
@NullMarked
package io.weir.testkit.contract;

import org.jspecify.annotations.NullMarked;
