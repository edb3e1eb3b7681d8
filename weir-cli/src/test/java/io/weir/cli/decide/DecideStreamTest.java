// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.decide;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.CommandRun;
import io.weir.cli.Main;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecideStreamTest {
  private static final String[] ARGS = {"decide", "--limit=10", "--duration=60s"};
  private static final String CHECK = "{\"t\":0,\"identifier\":\"a\"}";

  @Test
  void noInputGivesNoOutput() {
    assertThat(CommandRun.of("", ARGS)).isEqualTo(new CommandRun(0, "", ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\n\n \t\r\n", "\n\u2003\n"})
  void lineEndsAndBlankLinesDoNotMatter(String end) {
    assertThat(CommandRun.of(CHECK + end + CHECK + end, ARGS).lines()).hasSize(2);
    assertThat(CommandRun.of(CHECK + end + CHECK, ARGS).lines()).hasSize(2);
  }

  @Test
  void blankLinesAreCountedButNotAnswered() {
    assertThat(CommandRun.of("\n \r\n\nx", ARGS).err())
        .startsWith("weir decide: line 4: is not JSON at column 1");
  }

  @Test
  void aByteOrderMarkAtTheBeginningIsSkipped() {
    assertThat(CommandRun.of("\uFEFF" + CHECK, ARGS).exit()).isZero();
    assertThat(CommandRun.of(CHECK + "\n\uFEFF" + CHECK, ARGS).exit()).isEqualTo(2);
  }

  @Test
  void invalidUtf8IsReportedWithItsPosition() {
    byte[] input = (CHECK + "\n{\"t\":0,\"identifier\":\"\u00e4\"}").getBytes(ISO_8859_1);

    CommandRun commandRun = CommandRun.of(input, ARGS);

    assertThat(commandRun.err()).isEqualTo("weir decide: line 2: is not UTF-8: byte 22 is 0xe4\n");
    assertThat(commandRun.exit()).isEqualTo(2);
    assertThat(commandRun.lines()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0000",
        "{\"t\":0,\"identifier\":\"\u0000\"}",
        "{\"t\":0,\u0000\"identifier\":\"a\"}"
      })
  void aNulCharacterIsNotJson(String line) {
    CommandRun commandRun = CommandRun.of(line, ARGS);

    assertThat(commandRun.err())
        .startsWith("weir decide: line 1: is not JSON at column")
        .contains("CTRL-CHAR, code 0");
    assertThat(commandRun.exit()).isEqualTo(2);
  }

  @Test
  void aLineMayBeAsLongAsTheMaximumAndNoLonger() {
    String longest = CHECK + " ".repeat(InputLines.MAX_BYTES - CHECK.length());

    assertThat(CommandRun.of(longest + "\n" + longest, ARGS).lines()).hasSize(2);

    CommandRun tooLong = CommandRun.of(CHECK + "\n" + longest + " \n", ARGS);
    assertThat(tooLong.err())
        .isEqualTo("weir decide: line 2: must be at most 1048576 bytes long, but is longer\n");
    assertThat(tooLong.lines()).hasSize(1);
    assertThat(tooLong.exit()).isEqualTo(2);
  }

  @Test
  void aStreamWithoutLineEndsIsRejectedBeforeItFillsTheHeap() {
    byte[] chunk = " ".repeat(1_024).getBytes(UTF_8);
    AtomicLong read = new AtomicLong();
    InputStream endless = reading(() -> {
      assertThat(read.addAndGet(chunk.length)).isLessThan(2L * InputLines.MAX_BYTES);
      return chunk;
    });
    ByteArrayOutputStream err = new ByteArrayOutputStream();

    assertThat(Main.run(ARGS, endless, new ByteArrayOutputStream(), err)).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("must be at most 1048576 bytes long");
  }

  @Test
  void everyLineIsAnsweredBeforeTheNextIsRead() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<Long> answeredAtRead = new ArrayList<>();
    Iterator<String> lines =
        List.of(CHECK + "\n", "[" + CHECK + "," + CHECK + "]\n", CHECK + "\n").iterator();
    InputStream typed = reading(() -> {
      answeredAtRead.add(out.toString(UTF_8).lines().count());
      return lines.hasNext() ? lines.next().getBytes(UTF_8) : new byte[0];
    });

    assertThat(Main.run(ARGS, typed, out, new ByteArrayOutputStream())).isZero();
    assertThat(answeredAtRead).containsExactly(0L, 1L, 3L, 4L);
  }

  @Test
  void itEndsQuietlyWhenTheReaderClosesThePipe() {
    assertThat(runInto(failing(new IOException("Broken pipe"))))
        .isEqualTo(new CommandRun(0, "", ""));
  }

  @Test
  void anyOtherFailureToWriteIsReported() {
    assertThat(runInto(failing(new IOException("No space left on device"))))
        .isEqualTo(new CommandRun(
            1, "", "weir decide: can't write the decisions: No space left on device\n"));
  }

  @Test
  void aFailureToReadIsReported() {
    assertThat(runOn(reading(() -> {
          throw new IOException("Is a directory");
        })))
        .isEqualTo(new CommandRun(1, "", "weir decide: can't read the checks: Is a directory\n"));
  }

  @Test
  void aDefectShowsNoStackTrace() {
    assertThat(runOn(reading(() -> {
          throw new IllegalStateException("planted");
        })))
        .isEqualTo(new CommandRun(
            1,
            "",
            "weir decide: line 0: internal error: java.lang.IllegalStateException: planted\n"));
  }

  private static CommandRun runInto(OutputStream out) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit = Main.run(ARGS, new ByteArrayInputStream(CHECK.getBytes(UTF_8)), out, err);
    return new CommandRun(exit, "", err.toString(UTF_8));
  }

  private static CommandRun runOn(InputStream in) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit = Main.run(ARGS, in, out, err);
    return new CommandRun(exit, out.toString(UTF_8), err.toString(UTF_8));
  }

  private static OutputStream failing(IOException failure) {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        throw failure;
      }
    };
  }

  /** Returns the next bytes to read; no bytes at the end. */
  private interface ByteSource {
    byte[] next() throws IOException;
  }

  private static InputStream reading(ByteSource byteSource) {
    return new InputStream() {
      @Override
      public int read() {
        throw new UnsupportedOperationException("bytes are not read one by one");
      }

      @Override
      public int read(byte[] into, int from, int length) throws IOException {
        byte[] bytes = byteSource.next();
        System.arraycopy(bytes, 0, into, from, bytes.length);
        return bytes.length == 0 ? -1 : bytes.length;
      }
    };
  }
}
