// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.output;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;
import io.weir.origin.Origin.OriginMemory;
import io.weir.origin.Origin.PublishOutcome;
import io.weir.origin.Origin.Receipt;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A parser of the reply of publish.lua: for each cell the previous count, the others' sum in two parts, bytes, and a
 * note.
 */
public final class ReceiptsOutput
    extends CommandOutput<String, String, List<ReceiptsOutput.PublishReceipt>> {

  /** The outcome of a publish for one cell. */
  public record PublishReceipt(Receipt receipt, String note) {
    /** Whether the cell exists, but Redis has no memory for a call that might need some. */
    public boolean needsResend() {
      return note.equals("exists");
    }

    /** Whether the stored value is not a valid count. */
    public boolean isFaulty() {
      return note.startsWith("!") || note.startsWith("?");
    }
  }

  private final long[] numbers = new long[3];
  private int integers;
  private long before;
  private boolean hasBefore;

  /** Creates a parser for the reply to this number of cells. */
  public ReceiptsOutput(int cells) {
    super(StringCodec.UTF8, new ArrayList<>(cells));
  }

  @Override
  public void set(@Nullable ByteBuffer bytes) {
    if (hasBefore) {
      hasBefore = false;
      add(bytes == null ? "" : StandardCharsets.UTF_8.decode(bytes).toString());
    } else {
      hasBefore = true;
      before = bytes == null ? 0 : Math.max(0, CountCodec.parse(bytes));
      integers = 0;
    }
  }

  @Override
  public void set(long integer) {
    numbers[integers++] = integer;
  }

  private void add(String note) {
    boolean isStored = note.isEmpty() || note.startsWith("?");
    OriginMemory added = new OriginMemory(numbers[2] < 0 ? 1 : 0, Math.abs(numbers[2]));
    long siblings = CountCodec.join(numbers[0], numbers[1]);
    Receipt receipt = isStored
        ? new Receipt(siblings, before, PublishOutcome.STORED, added)
        : Receipt.of(refusal(note), siblings);
    output.add(new PublishReceipt(receipt, note));
  }

  private static PublishOutcome refusal(String note) {
    if (note.startsWith("!")) {
      return PublishOutcome.UNREADABLE;
    }
    return note.equals("crowded") ? PublishOutcome.TOO_MANY_FIELDS : PublishOutcome.NO_ROOM;
  }
}
