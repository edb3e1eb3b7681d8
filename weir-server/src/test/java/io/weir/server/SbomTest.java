// SPDX-License-Identifier: Apache-2.0
package io.weir.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the bill of materials beside the runnable jar. Runs after both are built. */
@Tag("packaged")
class SbomTest {
  private static final Path JAR = Path.of(System.getProperty("weir.jar"));
  private static final Path SBOM = Path.of(System.getProperty("weir.sbom"));

  /** netty-common contains a copy of it in its own jar, so Maven knows of no such dependency. */
  private static final String COPIED_BY_NETTY = "org.jctools";

  @Test
  void listsEveryLibraryInTheJar() throws IOException {
    Assumptions.assumeTrue(
        Files.exists(SBOM), "Maven ran offline, so it did not write a bill of materials");

    List<String> listed = packageUrls();

    for (String library : librariesInTheJar()) {
      assertThat(listed)
          .anySatisfy(url -> assertThat(url).startsWith("pkg:maven/" + library + "@"));
    }
    assertThat(listed).noneMatch(url -> url.contains("junit") || url.contains("weir-testkit"));
  }

  /** Returns group and artifact of every library that left its Maven metadata in the jar. */
  private static List<String> librariesInTheJar() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      List<String> libraries = jar.stream()
          .map(entry -> entry.getName().split("/"))
          .filter(path -> path.length == 5 && path[1].equals("maven"))
          .filter(path -> path[4].equals("pom.properties") && !path[3].equals("weir-server"))
          .filter(path -> !path[2].equals(COPIED_BY_NETTY))
          .map(path -> path[2] + "/" + path[3])
          .toList();
      assertThat(libraries).hasSizeGreaterThan(5);
      return libraries;
    }
  }

  private static List<String> packageUrls() throws IOException {
    List<String> urls = new ArrayList<>();
    try (JsonParser json = new JsonFactory().createParser(SBOM.toFile())) {
      for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
        if (token == JsonToken.FIELD_NAME && json.currentName().equals("purl")) {
          urls.add(json.nextTextValue());
        }
      }
    }
    return urls;
  }
}
