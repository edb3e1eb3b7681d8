// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server.load;

/**
 * The result of a load.
 *
 * @param answered requests that were answered with a 2xx status
 * @param failed all other requests
 */
public record LoadResult(long answered, long failed) {}
