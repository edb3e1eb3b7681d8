// SPDX-License-Identifier: Apache-2.0
package io.weir.web.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class AddressTest {
  static final List<String> JUNK = List.of(
      "",
      " ",
      "unknown",
      "_hidden",
      "localhost",
      "example.org",
      "1",
      "1.2.3",
      "1.2.3.",
      "1.2.3.4.",
      "1.2.3.4.5",
      "256.1.1.1",
      "1.2.3.999",
      "010.0.0.1",
      "1.2.3.04",
      "00.0.0.0",
      "0x7f.0.0.1",
      "0x7f000001",
      "2130706433",
      "1.2.3.4 ",
      " 1.2.3.4",
      "1.2.3.4:",
      "1.2.3.4:65536",
      "1.2.3.4:-1",
      "1.2.3.4:1:2",
      "1.2.3.4:x",
      "+1.2.3.4",
      "-1.2.3.4",
      "1..2.3",
      "1.2.3.4/32",
      "[1.2.3.4]",
      "[1.2.3.4]:80",
      "1.2.3.4%eth0",
      "\u0661.2.3.4",
      "\uff11.2.3.4",
      ":",
      ":::",
      "::1::",
      "1::2::3",
      "1:2:3:4:5:6:7",
      "1:2:3:4:5:6:7:8:9",
      "1:2:3:4:5:6:7:8::",
      "::1:2:3:4:5:6:7:8",
      "1:2:3:4:5:6:7:",
      ":1:2:3:4:5:6:7",
      "12345::",
      "g::",
      "[::1",
      "::1]",
      "[::1]80",
      "[::1]:",
      "[::1]:99999",
      "[]",
      "[",
      "]",
      "[[::1]]",
      "::1%",
      "::1%a b",
      "::1.2.3",
      "::1.2.3.256",
      "::01.2.3.4",
      "1:2:3:4:5:6:7:1.2.3.4",
      "::1.2.3.4:5",
      "::\u0661",
      "\"::1\"",
      "for=::1",
      "1.2.3.4,5.6.7.8");

  private static final long SEED = 20_261_116;

  @ParameterizedTest
  @CsvSource({
    "1.2.3.4, 1.2.3.4",
    "0.0.0.0, 0.0.0.0",
    "255.255.255.255, 255.255.255.255",
    "1.2.3.4:567, 1.2.3.4",
    "1.2.3.4:65535, 1.2.3.4",
    "::1, ::1",
    "::, ::",
    "[::1], ::1",
    "[2001:db8::1]:567, 2001:db8::1",
    "2001:DB8::A, 2001:db8::a",
    "2001:0db8:0000:0000:0000:0000:0000:0001, 2001:db8::1",
    "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
    "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
    "1:2:3:4:5:6:7::, 1:2:3:4:5:6:7:0",
    "::2:3:4:5:6:7:8, 0:2:3:4:5:6:7:8",
    "fe80::1%eth0, fe80::1",
    "[fe80::1%25eth0]:80, fe80::1",
    "::ffff:1.2.3.4, 1.2.3.4",
    "::FFFF:102:304, 1.2.3.4",
    "[::ffff:1.2.3.4]:80, 1.2.3.4",
    "0:0:0:0:0:ffff:1.2.3.4, 1.2.3.4",
    "::1.2.3.4, ::102:304",
    "64:ff9b::1.2.3.4, 64:ff9b::102:304",
  })
  void equalAddressesHaveOneText(String written, String text) {
    assertThat(Address.tryParse(written)).hasToString(text);
  }

  @ParameterizedTest
  @FieldSource("JUNK")
  void invalidAddressesAreRefused(String junk) {
    assertThat(Address.tryParse(junk)).isNull();
  }

  @Test
  void everyAddressRoundTripsLikeInTheJdk() throws UnknownHostException {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextBoolean() ? 4 : 16];
      for (int j = 0; j < bytes.length; j++) {
        // Many zeros, so that runs of them are omitted.
        bytes[j] = (byte) (random.nextInt(3) == 0 ? random.nextInt(256) : 0);
      }
      // From bytes: this makes no name look-up, and handles mapped addresses.
      InetAddress expected = InetAddress.getByAddress(bytes);

      Address read = Address.parse(expected.getHostAddress());

      assertThat(Address.parse(read.text())).as("seed %s, %s", SEED, expected).isEqualTo(read);
      // The text is a literal, so the JDK does not look it up either.
      assertThat(InetAddress.getByName(read.text())).as("seed %s", SEED).isEqualTo(expected);
    }
  }

  @Test
  void aNetworkKeepsTheFirstBits() {
    Address v6 = Address.parse("2001:db8:1:2:ffff:ffff:ffff:ffff");

    assertThat(v6.network(64)).hasToString("2001:db8:1:2::");
    assertThat(v6.network(65)).hasToString("2001:db8:1:2:8000::");
    assertThat(v6.network(63)).hasToString("2001:db8:1:2::");
    assertThat(v6.network(47)).hasToString("2001:db8::");
    assertThat(v6.network(128)).isEqualTo(v6);
    assertThat(v6.network(0)).hasToString("::");
    assertThat(Address.parse("10.1.2.255").network(25)).hasToString("10.1.2.128");
    assertThat(Address.parse("10.1.2.255").network(0)).hasToString("0.0.0.0");
    assertThatThrownBy(() -> Address.parse("10.1.2.3").network(33)).hasMessageContaining("33");
  }

  @Test
  void aRefusedAddressIsNamed() {
    assertThatThrownBy(() -> Address.parse("example.org"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"example.org\"");
  }
}
