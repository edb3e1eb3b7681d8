// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.web.address.Address;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Verifies that a client is identified by the address that the first trusted proxy saw, whatever it writes into the
 * header.
 */
class ForgedHeaderTest {
  private static final long SEED = 7_239;
  private static final int ROUNDS = 20_000;

  private static final String[] JUNK = {
    "",
    " ",
    ",",
    ",,",
    "unknown",
    "_x",
    "localhost",
    "\"",
    "[",
    "]",
    "[::",
    "::1",
    "010.0.0.1",
    "1.2.3.4:99999",
    "10.0.0.1",
    "10.255.0.1:80",
    "192.0.2.1",
    "127.0.0.1",
    "[2001:db8:f::1]:8",
    "2001:db8:f::2",
    "::ffff:10.0.0.1",
    "for=10.0.0.1",
    "10.0.0.1;",
    "1.1.1.1",
    "\t",
    "\u0000",
    "\ud800",
    "10.0.0.0/8",
    "*",
    "%",
    "::1%eth0",
  };

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final TrustedProxies proxies = TrustedProxies.of("10.0.0.0/8", "2001:db8:f::/48");

  @Test
  void noClientCanImpersonateAnotherBehindProxies() {
    for (int round = 0; round < ROUNDS; round++) {
      String client = randomClient();
      List<String> lines = forged();
      String seen = client;
      for (int hop = 1 + random.nextInt(4); hop > 0; hop--) {
        append(lines, formatted(seen));
        seen = randomProxy();
      }
      FakeRequest request = FakeRequest.from(seen);
      lines.forEach(line -> request.header("X-Forwarded-For", line));

      assertThat(proxies.client(request))
          .as("seed %s, round %s: %s from %s", SEED, round, lines, client)
          .hasValue(Address.parse(client));
    }
  }

  @Test
  void withoutAProxyTheHeaderIsIgnored() {
    for (int round = 0; round < ROUNDS; round++) {
      String client = randomClient();
      FakeRequest request = FakeRequest.from(formatted(client));
      forged().forEach(line -> request.header("X-Forwarded-For", line));

      assertThat(proxies.client(request))
          .as("seed %s, round %s", SEED, round)
          .hasValue(Address.parse(client));
    }
  }

  /** A proxy either adds its own line or appends to the last one. */
  private void append(List<String> lines, String hop) {
    if (lines.isEmpty() || random.nextInt(4) == 0) {
      lines.add(hop);
    } else {
      String separator = random.nextBoolean() ? ", " : ",";
      lines.set(lines.size() - 1, lines.get(lines.size() - 1) + separator + hop);
    }
  }

  private List<String> forged() {
    List<String> lines = new ArrayList<>();
    for (int line = random.nextInt(4); line > 0; line--) {
      StringBuilder text = new StringBuilder();
      for (int part = random.nextInt(6); part > 0; part--) {
        text.append(JUNK[random.nextInt(JUNK.length)]);
        text.append(random.nextInt(3) == 0 ? "" : ", ");
      }
      lines.add(text.toString());
    }
    return lines;
  }

  private String randomClient() {
    return random.nextBoolean()
        ? "203.0." + random.nextInt(256) + '.' + random.nextInt(256)
        : "2001:db8:a:" + Integer.toHexString(1 + random.nextInt(0xfffe)) + "::7";
  }

  private String randomProxy() {
    return random.nextBoolean()
        ? "10." + random.nextInt(256) + ".0." + random.nextInt(256)
        : "2001:db8:f::" + Integer.toHexString(1 + random.nextInt(0xfffe));
  }

  /** Proxies write addresses in different ways. */
  private String formatted(String address) {
    boolean v6 = address.indexOf(':') >= 0;
    return switch (random.nextInt(4)) {
      case 0 -> v6 ? '[' + address + "]:" + random.nextInt(65_536) : address + ":80";
      case 1 -> v6 ? '[' + address + ']' : "::ffff:" + address;
      case 2 -> v6 ? address.toUpperCase(Locale.ROOT) : "[::FFFF:" + address + "]:1";
      default -> address;
    };
  }
}
