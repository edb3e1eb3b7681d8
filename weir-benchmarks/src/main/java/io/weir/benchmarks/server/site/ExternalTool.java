// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server.site;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** A program that this measurement needs and Weir does not bring. */
public enum ExternalTool {
  WRK("wrk", "wrk"),
  H2LOAD("h2load", "nghttp2-client"),
  NGINX("nginx", "nginx-light");

  private final String program;
  private final String debianPackage;

  ExternalTool(String program, String debianPackage) {
    this.program = program;
    this.debianPackage = debianPackage;
  }

  /** Where it is, if it is installed. Some systems keep servers off the path of ordinary users. */
  public Optional<Path> path() {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.concat(Stream.of(path.split(File.pathSeparator)), Stream.of("/usr/sbin"))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** What to say when it is not there. */
  public String absence(String consequence) {
    return program + " is not installed (Debian package " + debianPackage + "): " + consequence;
  }
}
