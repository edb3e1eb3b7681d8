// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdentifierSourceTest {
  private static final IdentifierSource IP = IdentifierSource.ip(TrustedProxies.of("10.0.0.1"));
  private static final IdentifierSource KEY = IdentifierSource.header("X-Key");

  @Test
  void ipv6ClientsAreIdentifiedByTheirFirst64Bits() {
    assertThat(IP.of(FakeRequest.from("192.0.2.1"))).isEqualTo("192.0.2.1");
    assertThat(IP.of(FakeRequest.from("::ffff:192.0.2.1"))).isEqualTo("192.0.2.1");
    assertThat(IP.of(FakeRequest.from("2001:db8:1:2:3:4:5:6"))).isEqualTo("2001:db8:1:2::/64");
    assertThat(IP.of(FakeRequest.from("10.0.0.1").header("X-Forwarded-For", "6.6.6.6, 192.0.2.1")))
        .isEqualTo("192.0.2.1");
    assertThat(IP.of(FakeRequest.from(null))).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "64:ff9b::203.0.113.9, 203.0.113.9",
    "64:ff9b::198.51.100.1, 198.51.100.1",
    "64:ff9b::1:203.0.113.9, 64:ff9b::/64",
    "64:ff9b:1::203.0.113.9, 64:ff9b:1::/64",
    "::1, ::1",
    "::203.0.113.9, ::cb00:7109",
    "::ffff:0:203.0.113.9, ::ffff:0:cb00:7109",
    "0:0:0:1::1, 0:0:0:1::/64",
    // In a Teredo address, the first 64 bits end with the server's address; the client's follows
    // them.
    "2001:0:4136:e378:8000:63bf:3fff:fdd2, 2001:0:4136:e378::/64",
  })
  void addressesOfSingleHostsAreNotGrouped(String address, String identifier) {
    assertThat(IP.of(FakeRequest.from(address))).isEqualTo(identifier);
  }

  @Test
  void aTranslatedProxyAddressIsNotTrusted() {
    FakeRequest request =
        FakeRequest.from("64:ff9b::10.0.0.1").header("X-Forwarded-For", "192.0.2.1");

    assertThat(IP.of(request)).isEqualTo("10.0.0.1");
  }

  @Test
  void theIpv6PrefixCanBeChosen() {
    FakeRequest request = FakeRequest.from("2001:db8:1:2:3:4:5:6");
    TrustedProxies none = TrustedProxies.none();

    assertThat(IdentifierSource.ip(none, 48).of(request)).isEqualTo("2001:db8:1::/48");
    assertThat(IdentifierSource.ip(none, 128).of(request)).isEqualTo("2001:db8:1:2:3:4:5:6");
    assertThat(IdentifierSource.ip(none, 1).of(request)).isEqualTo("::/1");
    assertThatThrownBy(() -> IdentifierSource.ip(none, 0)).hasMessageContaining("0");
    assertThatThrownBy(() -> IdentifierSource.ip(none, 129)).hasMessageContaining("129");
  }

  @Test
  void aHeaderIsTrimmedAndIgnoredIfBlank() {
    assertThat(KEY.of(new FakeRequest().header("x-key", " a b\t"))).isEqualTo("a b");
    assertThat(KEY.of(new FakeRequest().header("X-Key", " \t"))).isNull();
    assertThat(KEY.of(new FakeRequest())).isNull();
  }

  @Test
  void duplicateHeadersGiveOneIdentifier() {
    String several = KEY.of(new FakeRequest().header("X-Key", "a").header("X-Key", "1"));

    assertThat(several)
        .isNotNull()
        .isEqualTo(KEY.of(new FakeRequest().header("X-Key", "a").header("X-Key", "2")))
        .isEqualTo(KEY.of(new FakeRequest().header("X-Key", "3").header("X-Key", "a")))
        .isEqualTo(KEY.of(new FakeRequest().header("X-Key", "").header("X-Key", "a")))
        .isNotEqualTo(KEY.of(new FakeRequest().header("X-Key", "a")));
    assertThat(KEY.of(new FakeRequest().header("X-Key", "a").header("X-Key", "a")))
        .isEqualTo("a");
    assertThat(KEY.of(new FakeRequest().header("X-Key", "\0anything"))).isEqualTo(several);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "a:", "a\n", "\u00e4", "a(b)"})
  void anInvalidHeaderNameIsRefused(String name) {
    assertThatThrownBy(() -> IdentifierSource.header(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining('"' + name + '"');
  }

  @Test
  void userAndPathAreIdentifiers() {
    assertThat(IdentifierSource.principal().of(new FakeRequest().principal("alice")))
        .isEqualTo("alice");
    assertThat(IdentifierSource.principal().of(new FakeRequest().principal(" ")))
        .isNull();
    assertThat(IdentifierSource.principal().of(new FakeRequest())).isNull();
    assertThat(IdentifierSource.path().of(FakeRequest.get("//a/./b;x/"))).isEqualTo("/a/b");
  }

  @Test
  void combinedValuesAreEscapedAndJoined() {
    IdentifierSource all = IdentifierSource.all(IP, KEY, IdentifierSource.principal());

    assertThat(all.of(FakeRequest.from("2001:db8::1").header("X-Key", "a\\b")))
        .isEqualTo("2001\\:db8\\:\\:/64:a\\\\b:\\?");
    assertThat(all.of(FakeRequest.from(null))).isNull();
  }

  @Test
  void nestedCombinationsAreFlattened() {
    FakeRequest request = FakeRequest.get("/p").header("X-Key", "a:b");
    IdentifierSource nested =
        IdentifierSource.all(IdentifierSource.all(KEY, IP), IdentifierSource.path());

    assertThat(nested.of(request))
        .isEqualTo(IdentifierSource.all(KEY, IP, IdentifierSource.path()).of(request))
        .isEqualTo("a\\:b:203.0.113.1:/p");
    assertThatThrownBy(IdentifierSource::all).isInstanceOf(IllegalArgumentException.class);
  }
}
