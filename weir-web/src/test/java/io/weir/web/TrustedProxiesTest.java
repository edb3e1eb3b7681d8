// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.AbstractList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrustedProxiesTest {
  private final TrustedProxies proxies =
      TrustedProxies.of("10.0.0.0/8", "192.168.1.1", "::1", "2001:db8:f::/48");

  @ParameterizedTest(name = "{0} sends {1}: {2}")
  @CsvSource({
    // Not trusted: the header is ignored, whatever it contains.
    "203.0.113.9, 198.51.100.7, 203.0.113.9",
    "203.0.113.9, '10.0.0.1', 203.0.113.9",
    "203.0.113.9, '127.0.0.1, 10.0.0.1', 203.0.113.9",
    "2001:db8:e::1, 198.51.100.7, 2001:db8:e::1",
    "::2, 198.51.100.7, ::2",
    // One proxy.
    "10.0.0.1, 198.51.100.7, 198.51.100.7",
    "10.0.0.1, '1.1.1.1, 198.51.100.7', 198.51.100.7",
    "10.0.0.1, '1.1.1.1,198.51.100.7', 198.51.100.7",
    "10.0.0.1, '1.1.1.1 ,\t 198.51.100.7 \t', 198.51.100.7",
    "::ffff:10.0.0.1, '1.1.1.1, 198.51.100.7', 198.51.100.7",
    "[::1], '1.1.1.1, 198.51.100.7', 198.51.100.7",
    "0:0:0:0:0:0:0:1%lo, 198.51.100.7, 198.51.100.7",
    "10.0.0.1:4711, 198.51.100.7, 198.51.100.7",
  })
  void theHeaderCountsOnlyFromATrustedProxy(String peer, String header, String client) {
    assertClient(peer, header, client);
  }

  @ParameterizedTest(name = "{0} sends {1}: {2}")
  @CsvSource({
    // Several.
    "10.0.0.1, '1.1.1.1, 198.51.100.7, 10.0.0.2, 192.168.1.1', 198.51.100.7",
    "10.0.0.1, '1.1.1.1, 198.51.100.7, ::ffff:10.0.0.2, 2001:DB8:F:0::9', 198.51.100.7",
    // A client that claims to be an inner proxy is still the first one that is not trusted.
    "10.0.0.1, '10.0.0.9, 198.51.100.7, 10.0.0.2', 198.51.100.7",
    "10.0.0.1, '192.168.1.2', 192.168.1.2",
    // Spellings.
    "10.0.0.1, 198.51.100.7:443, 198.51.100.7",
    "10.0.0.1, '[2001:DB8::7]:443', 2001:db8::7",
    "10.0.0.1, '[2001:db8::7]', 2001:db8::7",
    "10.0.0.1, 2001:db8:0:0:0:0:0:7, 2001:db8::7",
    "10.0.0.1, fe80::7%eth0, fe80::7",
    "10.0.0.1, ::ffff:198.51.100.7, 198.51.100.7",
  })
  void severalProxiesAndAddressFormsAreParsed(String peer, String header, String client) {
    assertClient(peer, header, client);
  }

  @ParameterizedTest(name = "{0} sends {1}: {2}")
  @CsvSource({
    "10.0.0.1, unknown, 10.0.0.1",
    "10.0.0.1, '', 10.0.0.1",
    "10.0.0.1, ',', 10.0.0.1",
    "10.0.0.1, '198.51.100.7,', 10.0.0.1",
    "10.0.0.1, '198.51.100.7, , 10.0.0.2', 10.0.0.2",
    "10.0.0.1, '198.51.100.7, unknown, 10.0.0.2', 10.0.0.2",
    "10.0.0.1, '198.51.100.7, _x7', 10.0.0.1",
    "10.0.0.1, '198.51.100.7, localhost', 10.0.0.1",
    "10.0.0.1, '198.51.100.7, 010.0.0.1', 10.0.0.1",
    "10.0.0.1, '198.51.100.7, 10.0.0.1.', 10.0.0.1",
    "10.0.0.1, '198.51.100.7, 10.1', 10.0.0.1",
    "10.0.0.1, '198.51.100.7, 167772161', 10.0.0.1",
    "10.0.0.1, '198.51.100.7 10.0.0.2', 10.0.0.1",
    "10.0.0.1, '198.51.100.7; 10.0.0.2', 10.0.0.1",
    "10.0.0.1, 'for=198.51.100.7', 10.0.0.1",
    "10.0.0.1, '\"198.51.100.7\"', 10.0.0.1",
    // All trusted: the leftmost.
    "10.0.0.1, '10.0.0.4, 10.0.0.3, 10.0.0.2', 10.0.0.4",
  })
  void anInvalidHopEndsTheSearch(String peer, String header, String client) {
    assertClient(peer, header, client);
  }

  private void assertClient(String peer, String header, String client) {
    FakeRequest request = FakeRequest.from(peer).header("x-forwarded-for", header);

    assertThat(proxies.client(request)).map(Object::toString).hasValue(client);
  }

  @Test
  void severalHeaderLinesAreOneList() {
    FakeRequest request = FakeRequest.from("10.0.0.1")
        .header("X-Forwarded-For", "1.1.1.1")
        .header("X-Forwarded-For", "2.2.2.2, 198.51.100.7")
        .header("X-Forwarded-For", "10.0.0.3")
        .header("X-Forwarded-For", "10.0.0.2");

    assertThat(proxies.client(request)).map(Object::toString).hasValue("198.51.100.7");
  }

  @Test
  void aProxyWithoutTheHeaderIsTheClient() {
    assertThat(proxies.client(FakeRequest.from("10.0.0.1")))
        .map(Object::toString)
        .hasValue("10.0.0.1");
  }

  @Test
  void withoutTrustedProxiesTheConnectionCounts() {
    FakeRequest request = FakeRequest.from("127.0.0.1").header("X-Forwarded-For", "1.1.1.1");

    assertThat(TrustedProxies.none().client(request)).map(Object::toString).hasValue("127.0.0.1");
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "localhost", "/run/app.sock", "unknown", "10.0.0.1, 10.0.0.2"})
  void aConnectionWithoutAnAddressHasNoClient(@Nullable String peer) {
    FakeRequest request = FakeRequest.from(peer).header("X-Forwarded-For", "1.1.1.1");

    assertThat(proxies.client(request)).isEmpty();
  }

  @Test
  void aLongHeaderCostsNoMoreThanItsEnd() {
    String megabyte = "10.0.0.7, ".repeat(100_000);
    AtomicInteger read = new AtomicInteger();
    List<String> lines = new AbstractList<>() {
      @Override
      public String get(int index) {
        read.incrementAndGet();
        return "10.0.0.7";
      }

      @Override
      public int size() {
        return 1_000_000;
      }
    };

    // The search stops among the proxies, long before it reaches what a client wrote at the left
    // end.
    assertThat(clientOf(List.of("1.1.1.1, " + megabyte + "10.0.0.6"))).isEqualTo("10.0.0.7");
    assertThat(clientOf(List.of("1.1.1.1, 10.0.0.6" + " ".repeat(1_000_000))))
        .isEqualTo("10.0.0.1");
    assertThat(clientOf(List.of("x".repeat(1_000_000)))).isEqualTo("10.0.0.1");
    assertThat(clientOf(List.of("x".repeat(1_000_000) + ", 1.1.1.1"))).isEqualTo("1.1.1.1");
    assertThat(clientOf(List.of(":".repeat(1_000_000) + ",10.0.0.2"))).isEqualTo("10.0.0.2");
    assertThat(clientOf(lines)).isEqualTo("10.0.0.7");
    assertThat(read).hasValueLessThanOrEqualTo(65);
  }

  @Test
  void atMost64HopsAreRead() {
    assertThat(clientOf(List.of("1.1.1.1" + ", 10.0.0.2".repeat(63)))).isEqualTo("1.1.1.1");
    assertThat(clientOf(List.of("1.1.1.1" + ", 10.0.0.2".repeat(64)))).isEqualTo("10.0.0.2");
  }

  private String clientOf(List<String> lines) {
    WebRequest request = new WebRequest() {
      @Override
      public String method() {
        return "GET";
      }

      @Override
      public String path() {
        return "/";
      }

      @Override
      public List<String> headers(String name) {
        return lines;
      }

      @Override
      public String remoteAddress() {
        return "10.0.0.1";
      }

      @Override
      public @Nullable String principal() {
        return null;
      }
    };
    return proxies.client(request).orElseThrow().text();
  }

  @Test
  void allInvalidRangesAreNamedAtOnce() {
    assertThatThrownBy(() ->
            TrustedProxies.of("10.0.0.0/8", "proxy.local", "10.0.0.0/99", "0.0.0.0/0", "::/0"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"proxy.local\"")
        .hasMessageContaining("\"10.0.0.0/99\"")
        .hasMessageContaining("\"0.0.0.0/0\"")
        .hasMessageContaining("\"::/0\"");
  }

  @ParameterizedTest
  @CsvSource({
    "0.0.0.0/0, 8 to 32",
    "0.0.0.0/1, 8 to 32",
    "128.0.0.0/1, 8 to 32",
    "10.0.0.0/7, 8 to 32",
    "::ffff:0.0.0.0/97, 104 to 128",
    "::ffff:10.0.0.0/103, 104 to 128",
    "::/1, 7 to 128",
    "fc00::/6, 7 to 128",
  })
  void aTooWideRangeIsRefused(String range, String allowed) {
    assertThatThrownBy(() -> TrustedProxies.of("192.0.2.1", range))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the prefix must be " + allowed + ": \"" + range + '"');
  }

  @Test
  void theWidestPrivateRangesMayBeTrusted() {
    assertThat(TrustedProxies.of("10.0.0.0/8", "::ffff:10.0.0.0/104", "fc00::/7"))
        .hasToString("[10.0.0.0/8, 10.0.0.0/8, fc00::/7]");
  }
}
