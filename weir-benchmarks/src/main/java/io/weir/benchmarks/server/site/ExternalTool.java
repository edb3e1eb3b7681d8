// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server.site;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** A program that a measurement needs and that is not part of Weir. */
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

  /** The path of the program, if it is installed. Some systems keep servers outside the PATH of ordinary users. */
  public Optional<Path> path() {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.concat(Stream.of(path.split(File.pathSeparator)), Stream.of("/usr/sbin"))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** The message if the program is not installed. */
  public String absence(String consequence) {
    return program + " is not installed (Debian package " + debianPackage + "): " + consequence;
  }
}
