// SPDX-License-Identifier: Apache-2.0
package io.weir.redis;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;
import io.weir.origin.Origin.Receipt;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what publish.lua returns: for each cell the count before, then the others' sum in two parts. */
final class ReceiptsOutput extends CommandOutput<String, String, List<Receipt>> {
  private long before;
  private long high;
  private boolean hasHigh;

  ReceiptsOutput(int cells) {
    super(StringCodec.UTF8, new ArrayList<>(cells));
  }

  @Override
  public void set(@Nullable ByteBuffer bytes) {
    hasHigh = false;
    try {
      before = bytes == null ? 0 : Counts.parse(bytes);
    } catch (NumberFormatException e) {
      setError(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void set(long integer) {
    if (hasHigh) {
      output.add(new Receipt(Counts.join(high, integer), before));
    } else {
      high = integer;
      hasHigh = true;
    }
  }
}
