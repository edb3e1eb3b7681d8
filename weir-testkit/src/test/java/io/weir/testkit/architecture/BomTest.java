// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** Compares the BOM with the modules of the build. */
class BomTest {
  /** Programs, and modules that only this repository uses. */
  private static final Set<String> NOT_FOR_APPLICATIONS = Set.of(
      "weir-bom",
      "weir-benchmarks",
      "weir-cli",
      "weir-server",
      "weir-simulator",
      "weir-testkit",
      "weir-yaml");

  private final Path root = Repository.locate().root();
  private final Path bom = root.resolve("weir-bom");

  @Test
  void theBomListsEveryModuleThatApplicationsDependOn() throws Exception {
    List<String> libraries = texts(root, "/project/modules/module").stream()
        .filter(module -> module.startsWith("weir-") && !NOT_FOR_APPLICATIONS.contains(module))
        .toList();

    assertThat(texts(bom, "//dependencyManagement//artifactId"))
        .containsExactlyInAnyOrderElementsOf(libraries);
  }

  /** It has no parent from which to inherit the version. */
  @Test
  void theBomHasTheVersionOfTheBuild() throws Exception {
    assertThat(texts(bom, "/project/version")).isEqualTo(texts(root, "/project/version"));
    assertThat(texts(bom, "//dependencyManagement//version")).containsOnly("${project.version}");
  }

  private static List<String> texts(Path module, String path) throws Exception {
    Document pom = DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(module.resolve("pom.xml").toFile());
    NodeList nodes = (NodeList)
        XPathFactory.newInstance().newXPath().evaluate(path, pom, XPathConstants.NODESET);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      texts.add(nodes.item(i).getTextContent());
    }
    return texts;
  }
}
