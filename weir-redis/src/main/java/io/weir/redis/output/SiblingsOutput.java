// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.output;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;
import io.weir.CellKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A parser that sums all fields of a hash except one while they arrive, so that a cold read of many cells builds no
 * maps. Fields that do not hold a count are skipped.
 */
public final class SiblingsOutput extends CommandOutput<String, String, Long> {
  private final ByteBuffer own;
  private boolean isField = true;
  private boolean isOther;
  private @Nullable String skipped;

  /** Creates a parser that leaves out this field. */
  public SiblingsOutput(String ownField) {
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
      long count = CountCodec.parse(bytes);
      if (CellKey.isPlausible(count)) {
        output = CountCodec.plus(output, count);
      } else {
        skipped = CountCodec.excerpt(bytes);
      }
    }
    isField = !isField;
  }

  /** Returns the value of a field that was skipped, if there was one. */
  public Optional<String> skipped() {
    return Optional.ofNullable(skipped);
  }
}
