// SPDX-License-Identifier: Apache-2.0
package io.weir.web.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRangeTest {
  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.255.255.255, true",
    "10.0.0.0/8, 11.0.0.0, false",
    "10.0.0.0/8, 9.255.255.255, false",
    "10.0.0.0/8, ::ffff:10.1.2.3, true",
    "10.1.2.3, 10.1.2.3, true",
    "10.1.2.3, 10.1.2.2, false",
    "10.1.2.3/32, 10.1.2.3, true",
    "192.168.4.0/23, 192.168.5.255, true",
    "192.168.4.0/23, 192.168.6.0, false",
    "::ffff:10.0.0.0/104, 10.9.9.9, true",
    "::ffff:10.0.0.0/104, 11.9.9.9, false",
    "2001:db8::/32, 2001:DB8:ffff::1, true",
    "2001:db8::/32, 2001:db9::, false",
    "2001:db8::/65, 2001:db8::7fff:0:0:1, true",
    "2001:db8::/65, 2001:db8::8000:0:0:1, false",
    "::1, ::1, true",
    "::1, 0.0.0.1, false",
    "::/1, 10.0.0.1, false",
    "0.0.0.0/1, ::1, false",
  })
  void aRangeContainsAddressesWithItsPrefix(String range, String address, boolean contained) {
    assertThat(AddressRange.parse(range).contains(Address.parse(address))).isEqualTo(contained);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "/8",
        "10.0.0.0/",
        "10.0.0.0/33",
        "10.0.0.0/-1",
        "10.0.0.0/+8",
        "10.0.0.0/08",
        "10.0.0.0/8/8",
        "10.0.0.0/255.0.0.0",
        "10.0.0.0/99999999999",
        "10.0.0/8",
        "010.0.0.0/8",
        "10.0.0.0 /8",
        "10.0.0.1:80",
        "[::1]",
        "::1/129",
        "proxy.example.org",
        "::ffff:10.0.0.0/8",
        "10.0.0.0/\u0668",
        "*",
      })
  void anInvalidRangeIsRefusedByName(String text) {
    assertThatThrownBy(() -> AddressRange.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining('"' + text + '"');
  }

  @Test
  void bitsBeyondThePrefixAreRefused() {
    assertThatThrownBy(() -> AddressRange.parse("10.0.0.1/8"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("10.0.0.1/8")
        .hasMessageContaining("10.0.0.0/8");
  }
}
