// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.local;

import io.weir.origin.Origin.Publication;
import java.util.List;

/** An open database that keeps the larger count of each row. */
interface CountDatabase extends AutoCloseable {
  /** Writes the batch, and returns when it would survive the end of the process. */
  void upsert(List<Publication> batch);

  @Override
  void close();
}
