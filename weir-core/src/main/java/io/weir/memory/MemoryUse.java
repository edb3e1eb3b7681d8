// SPDX-License-Identifier: Apache-2.0
package io.weir.memory;

/**
 * The memory that the parts of an engine use, in bytes, by the engine's own accounting.
 *
 * @param subjects subjects with their cells and scopes
 * @param hotCells cells that are candidates for the ledger, with everything they retain
 * @param drafts evicted cells that wait to be published, with everything they retain
 * @param foreignSums the sums of other processes and regions
 */
public record MemoryUse(long subjects, long hotCells, long drafts, long foreignSums) {}
