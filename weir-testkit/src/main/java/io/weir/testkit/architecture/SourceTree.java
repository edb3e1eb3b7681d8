// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.architecture;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The Java sources of one module, parsed by the compiler but not compiled: {@code src/main/java} and its siblings.
 */
final class SourceTree {
  private final List<JavaSource> sources;

  private SourceTree(List<JavaSource> sources) {
    this.sources = List.copyOf(sources);
  }

  /** Parses all sources of a module; a file with invalid syntax is an error. */
  static SourceTree of(Path module) {
    Path home = module.toAbsolutePath().normalize();
    List<Path> files = javaFiles(home);
    try {
      return new SourceTree(files.isEmpty() ? List.of() : parse(home, files));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the sources of " + module, e);
    }
  }

  List<JavaSource> sources() {
    return sources;
  }

  private static List<Path> javaFiles(Path module) {
    Path src = module.resolve("src");
    if (!Files.isDirectory(src)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(src)) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list the sources of " + module, e);
    }
  }

  private static List<JavaSource> parse(Path home, List<Path> files) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> faults = new DiagnosticCollector<>();
    try (StandardJavaFileManager manager =
        compiler.getStandardFileManager(faults, null, StandardCharsets.UTF_8)) {
      Iterable<? extends JavaFileObject> inputs = manager.getJavaFileObjectsFromPaths(files);
      JavacTask task =
          (JavacTask) compiler.getTask(null, manager, faults, List.of("-proc:none"), null, inputs);
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      List<JavaSource> sources = new ArrayList<>();
      for (CompilationUnitTree unit : task.parse()) {
        sources.add(source(home, unit, positions));
      }
      if (!faults.getDiagnostics().isEmpty()) {
        throw new IllegalArgumentException("cannot parse: " + faults.getDiagnostics());
      }
      return sources;
    }
  }

  private static JavaSource source(Path home, CompilationUnitTree unit, SourcePositions positions)
      throws IOException {
    Path file = Path.of(unit.getSourceFile().toUri());
    Path shown = home.resolveSibling("").relativize(file);
    boolean inMain = file.startsWith(home.resolve("src/main"));
    return new JavaSource(shown, inMain, Files.readString(file), unit, positions);
  }
}
