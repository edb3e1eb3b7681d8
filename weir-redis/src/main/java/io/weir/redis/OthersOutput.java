// SPDX-License-Identifier: Apache-2.0
package io.weir.redis;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Sums the fields of a hash but one, while they arrive: a cold read of many cells builds no maps. */
final class OthersOutput extends CommandOutput<String, String, Long> {
  private final ByteBuffer own;
  private boolean isField = true;
  private boolean isOther;

  OthersOutput(String ownField) {
    super(StringCodec.UTF8, 0L);
    own = ByteBuffer.wrap(ownField.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void set(@Nullable ByteBuffer bytes) {
    if (bytes == null) {
      return;
    }
    if (isField) {
      isOther = !own.equals(bytes);
    } else if (isOther) {
      try {
        output = Counts.plus(output, Counts.parse(bytes));
      } catch (NumberFormatException e) {
        setError(String.valueOf(e.getMessage()));
      }
    }
    isField = !isField;
  }
}
