// SPDX-License-Identifier: Apache-2.0
/**
 * The counts in memory. A {@link io.weir.cell.Cell} is one fixed window of one subject; a {@link io.weir.cell.Subject}
 * holds the two that matter; a {@link io.weir.cell.SubjectTable} finds, expires and evicts subjects. Not exported:
 * callers see decisions, stores see {@link io.weir.CellKey}. Starting point: {@link io.weir.cell.Cell}.
 */
@NullMarked
package io.weir.cell;

import org.jspecify.annotations.NullMarked;
