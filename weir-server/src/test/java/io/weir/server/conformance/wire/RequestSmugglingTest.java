// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.ApiReply;
import io.weir.server.rig.EventLoopMonitor;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.RawSocket;
import io.weir.server.rig.TestApiServer;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/*
 * Tests requests that one reader takes for a single request and another reader for two. If the server counted the
 * hidden second one, it would accept what a proxy in front of it never saw.
 */
final class RequestSmugglingTest {
  private static final TestApiServer RIG = new TestApiServer();
  private static EventLoopMonitor watch;
  private static final String BODY = RawHttpClient.check("outer", "user", 1_000_000);
  private static final String HIDDEN = RawSocket.check("hidden", "user", 1_000_000);
  private static final String CHUNKED = "Transfer-Encoding: chunked";

  @BeforeAll
  static void watchLoops() {
    watch = RIG.watchLoops();
  }

  @AfterAll
  static void close() {
    try {
      watch.close();
    } finally {
      RIG.close();
    }
  }

  private static String chunk(String text) {
    return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
  }

  private static String head(String... lines) {
    return RawSocket.head("limit", TestApiServer.KEY, lines);
  }

  private static String length(String text) {
    return "Content-Length: " + text.length();
  }

  static Stream<String> lengths() {
    String chunks = chunk(BODY) + "0\r\n\r\n";
    String both = chunks + HIDDEN;
    return Stream.of(
        head(length(both), CHUNKED) + both,
        head(CHUNKED, length(both)) + both,
        head(length(BODY), length(BODY + HIDDEN)) + BODY + HIDDEN,
        head(length(BODY + HIDDEN), length(BODY)) + BODY + HIDDEN,
        head(length(BODY) + ", " + (BODY + HIDDEN).length()) + BODY + HIDDEN,
        head("Content-Length: +" + BODY.length()) + BODY + HIDDEN,
        head("Content-Length: 0x" + Integer.toHexString(BODY.length())) + BODY + HIDDEN,
        head("Content-Length:\u000b" + BODY.length()) + BODY + HIDDEN,
        head("Content-Length : " + BODY.length()) + BODY + HIDDEN,
        head("Content-Length\t: " + BODY.length()) + BODY + HIDDEN,
        head(" Content-Length: " + BODY.length()) + BODY + HIDDEN,
        head("Content-Length: 1\r\n " + BODY.length()) + BODY + HIDDEN,
        head("Content-Length: " + BODY.length() + " 1") + BODY + HIDDEN,
        head("Content-Length: 1e3") + BODY + HIDDEN,
        head("Content_Length: " + BODY.length()) + BODY + HIDDEN);
  }

  static Stream<String> codings() {
    String both = chunk(BODY) + "0\r\n\r\n" + HIDDEN;
    return Stream.of(
            "Transfer-Encoding: xchunked",
            "Transfer-Encoding: chunked, identity",
            "Transfer-Encoding: identity",
            "Transfer-Encoding: gzip, chunked",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
            "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked",
            "Transfer-Encoding:\u000bchunked",
            "Transfer-Encoding : chunked",
            " Transfer-Encoding: chunked",
            "X: y\r\n Transfer-Encoding: chunked",
            "Transfer-Encoding:\r\n chunked",
            "Transfer-Encoding: \"chunked\"",
            "Transfer_Encoding: chunked",
            "X: y\nTransfer-Encoding: chunked",
            "X: y\rTransfer-Encoding: chunked")
        .flatMap(
            each -> Stream.of(head(each, length(both)) + both, head(length(both), each) + both));
  }

  static Stream<String> chunks() {
    String size = Integer.toHexString(BODY.length());
    return Stream.of(
            "0x" + size + "\r\n" + BODY + "\r\n0\r\n\r\n",
            "+" + size + "\r\n" + BODY + "\r\n0\r\n\r\n",
            "-" + size + "\r\n" + BODY + "\r\n0\r\n\r\n",
            size + " 0\r\n" + BODY + "\r\n0\r\n\r\n",
            size + "\n" + BODY + "\n0\n\n",
            size + ";a=b\nc\r\n" + BODY + "\r\n0\r\n\r\n",
            size + "\r\n" + BODY + "XX0\r\n\r\n",
            size + "\r\n" + BODY + "0\r\n\r\n",
            "1" + "0".repeat(16) + "\r\n" + BODY + "\r\n0\r\n\r\n",
            "FFFFFFFFFFFFFFFF\r\n" + BODY + "\r\n0\r\n\r\n",
            size + "\r\n" + BODY + "\r\n0\r\nContent-Length: 5\r\n",
            size + "\r\n" + BODY + "\r\n00\r\nX\r\n")
        .map(each -> head(CHUNKED) + each + HIDDEN);
  }

  @ParameterizedTest
  @MethodSource({"lengths", "codings", "chunks"})
  void ambiguousRequestsAreRefusedOrCountedOnce(String bytes) {
    long hidden = spent("hidden");
    long outer = spent("outer");
    try (RawSocket rawSocket = new RawSocket(RIG.port())) {
      rawSocket.send(bytes);
      rawSocket.finish();
      List<ApiReply> replies = rawSocket.readAll();

      assertThat(spent("hidden")).as("the hidden one").isEqualTo(hidden);
      assertThat(spent("outer") - outer).as("the outer one").isBetween(0L, 1L);
      assertThat(replies.stream().filter(each -> each.status() == 200).count())
          .isEqualTo(spent("outer") - outer);
      assertThat(replies).allSatisfy(each -> assertThat(each.status()).isLessThan(500));
      assertThat(replies.toString().toLowerCase(Locale.ROOT)).doesNotContain("exception");
    }
  }

  @Test
  void twoPlainRequestsCountTwice() {
    long hidden = spent("hidden");
    try (RawSocket rawSocket = new RawSocket(RIG.port())) {
      rawSocket.send(head(length(BODY)) + BODY + HIDDEN);
      rawSocket.finish();

      assertThat(rawSocket.readAll()).hasSize(2);
    }
    assertThat(spent("hidden")).isEqualTo(hidden + 1);
  }

  private static long spent(String namespace) {
    String look = "{\"namespace\":\"" + namespace
        + "\",\"identifier\":\"user\",\"limit\":1000000,\"duration\":60000,\"cost\":0}";
    return 1_000_000 - RIG.wire().ask("limit", look).number("remaining");
  }
}
