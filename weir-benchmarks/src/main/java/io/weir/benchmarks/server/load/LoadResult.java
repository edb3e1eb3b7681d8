// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server.load;

/**
 * What came of some load.
 *
 * @param answered requests that were answered with a 2xx
 * @param failed requests that were not
 */
public record LoadResult(long answered, long failed) {}
