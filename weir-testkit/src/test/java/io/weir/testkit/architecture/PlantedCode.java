// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** A temporary module with the sources that a test adds, so that bad code is never part of this repository. */
final class PlantedCode {
  private final Path module;
  private final List<Path> files = new ArrayList<>();

  PlantedCode(Path folder) {
    this.module = folder.resolve("planted");
  }

  Path module() {
    return module;
  }

  /** Adds a file of production code, for example {@code io/weir/cell/Cell.java}. */
  PlantedCode main(String name, String text) {
    return add("src/main/java/" + name, text);
  }

  /** Adds a file of test code. */
  PlantedCode test(String name, String text) {
    return add("src/test/java/" + name, text);
  }

  /** Adds an empty class of production code, given by its full name. */
  PlantedCode type(String name) {
    int dot = name.lastIndexOf('.');
    String text =
        "package %s; public class %s {}".formatted(name.substring(0, dot), name.substring(dot + 1));
    return main(name.replace('.', '/') + ".java", text);
  }

  /** Adds a class of production code with one field of another type. */
  PlantedCode type(String name, String used) {
    int dot = name.lastIndexOf('.');
    String text = "package %s; public class %s { %s field; }"
        .formatted(name.substring(0, dot), name.substring(dot + 1), used);
    return main(name.replace('.', '/') + ".java", text);
  }

  /** Compiles the sources and reads the classes. */
  JavaClasses classes() {
    Path output = module.resolve("classes");
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      List<String> options =
          List.of("-proc:none", "-d", Files.createDirectories(output).toString());
      var inputs = manager.getJavaFileObjectsFromPaths(files);
      if (!compiler.getTask(null, manager, null, options, null, inputs).call()) {
        throw new IllegalArgumentException("planted code does not compile");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new ClassFileImporter().importPath(output);
  }

  private PlantedCode add(String name, String text) {
    Path file = module.resolve(name);
    try {
      Files.createDirectories(file.getParent());
      files.add(Files.writeString(file, text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }
}
