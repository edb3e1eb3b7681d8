// SPDX-License-Identifier: Apache-2.0
package io.weir.memory;

/**
 * How much memory the parts of an engine take, in bytes, as it counts them.
 *
 * @param subjects subjects with their cells and scopes
 * @param hotCells cells that are candidates for the ledger, with all that they keep in memory
 * @param drafts evicted cells that wait to be published, with all that they keep in memory
 * @param foreignSums what other processes and regions spent
 */
public record MemoryUse(long subjects, long hotCells, long drafts, long foreignSums) {}
