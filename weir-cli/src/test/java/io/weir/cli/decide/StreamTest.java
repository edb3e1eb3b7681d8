// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.decide;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.Main;
import io.weir.cli.Run;
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

class StreamTest {
  private static final String[] ARGS = {"decide", "--limit=10", "--duration=60s"};
  private static final String CHECK = "{\"t\":0,\"identifier\":\"a\"}";

  @Test
  void noInputGivesNoOutput() {
    assertThat(Run.of("", ARGS)).isEqualTo(new Run(0, "", ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\n\n \t\r\n", "\n\u2003\n"})
  void lineEndsAndBlankLinesDoNotMatter(String end) {
    assertThat(Run.of(CHECK + end + CHECK + end, ARGS).lines()).hasSize(2);
    assertThat(Run.of(CHECK + end + CHECK, ARGS).lines()).hasSize(2);
  }

  @Test
  void blankLinesAreCountedButNotAnswered() {
    assertThat(Run.of("\n \r\n\nx", ARGS).err())
        .startsWith("weir decide: line 4: is not JSON at column 1");
  }

  @Test
  void aByteOrderMarkAtTheBeginningIsSkipped() {
    assertThat(Run.of("\uFEFF" + CHECK, ARGS).exit()).isZero();
    assertThat(Run.of(CHECK + "\n\uFEFF" + CHECK, ARGS).exit()).isEqualTo(2);
  }

  @Test
  void invalidUtf8IsNamedWithItsPlace() {
    byte[] input = (CHECK + "\n{\"t\":0,\"identifier\":\"\u00e4\"}").getBytes(ISO_8859_1);

    Run run = Run.of(input, ARGS);

    assertThat(run.err()).isEqualTo("weir decide: line 2: is not UTF-8: byte 22 is 0xe4\n");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.lines()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0000",
        "{\"t\":0,\"identifier\":\"\u0000\"}",
        "{\"t\":0,\u0000\"identifier\":\"a\"}"
      })
  void aNulCharacterIsNotJson(String line) {
    Run run = Run.of(line, ARGS);

    assertThat(run.err())
        .startsWith("weir decide: line 1: is not JSON at column")
        .contains("CTRL-CHAR, code 0");
    assertThat(run.exit()).isEqualTo(2);
  }

  @Test
  void aLineMayBeAsLongAsTheCeilingAndNotLonger() {
    String longest = CHECK + " ".repeat(Lines.MAX_BYTES - CHECK.length());

    assertThat(Run.of(longest + "\n" + longest, ARGS).lines()).hasSize(2);

    Run tooLong = Run.of(CHECK + "\n" + longest + " \n", ARGS);
    assertThat(tooLong.err())
        .isEqualTo("weir decide: line 2: must be at most 1048576 bytes long, but is longer\n");
    assertThat(tooLong.lines()).hasSize(1);
    assertThat(tooLong.exit()).isEqualTo(2);
  }

  @Test
  void aStreamWithoutLineEndsIsGivenUpBeforeItFillsTheHeap() {
    byte[] chunk = " ".repeat(1_024).getBytes(UTF_8);
    AtomicLong read = new AtomicLong();
    InputStream endless = reading(() -> {
      assertThat(read.addAndGet(chunk.length)).isLessThan(2L * Lines.MAX_BYTES);
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
  void itEndsQuietlyWhenNobodyReadsTheAnswersAnyMore() {
    assertThat(runInto(failing(new IOException("Broken pipe")))).isEqualTo(new Run(0, "", ""));
  }

  @Test
  void anyOtherFailureToWriteIsReported() {
    assertThat(runInto(failing(new IOException("No space left on device"))))
        .isEqualTo(
            new Run(1, "", "weir decide: can't write the decisions: No space left on device\n"));
  }

  @Test
  void aFailureToReadIsReported() {
    assertThat(runOn(reading(() -> {
          throw new IOException("Is a directory");
        })))
        .isEqualTo(new Run(1, "", "weir decide: can't read the checks: Is a directory\n"));
  }

  @Test
  void aDefectShowsNoStackTrace() {
    assertThat(runOn(reading(() -> {
          throw new IllegalStateException("planted");
        })))
        .isEqualTo(new Run(
            1,
            "",
            "weir decide: line 0: internal error: java.lang.IllegalStateException: planted\n"));
  }

  private static Run runInto(OutputStream out) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit = Main.run(ARGS, new ByteArrayInputStream(CHECK.getBytes(UTF_8)), out, err);
    return new Run(exit, "", err.toString(UTF_8));
  }

  private static Run runOn(InputStream in) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit = Main.run(ARGS, in, out, err);
    return new Run(exit, out.toString(UTF_8), err.toString(UTF_8));
  }

  private static OutputStream failing(IOException failure) {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        throw failure;
      }
    };
  }

  /** Gives the next bytes to be read; none at the end. */
  private interface Reading {
    byte[] next() throws IOException;
  }

  private static InputStream reading(Reading reading) {
    return new InputStream() {
      @Override
      public int read() {
        throw new UnsupportedOperationException("bytes are not read one by one");
      }

      @Override
      public int read(byte[] into, int from, int length) throws IOException {
        byte[] bytes = reading.next();
        System.arraycopy(bytes, 0, into, from, bytes.length);
        return bytes.length == 0 ? -1 : bytes.length;
      }
    };
  }
}
