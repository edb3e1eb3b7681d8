// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.architecture;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.SourcePositions;
import java.nio.file.Path;

/**
 * A parsed source file.
 *
 * @param path the file, relative to the folder that contains its module
 * @param inMain whether it is production code
 * @param text the whole file
 * @param unit its syntax tree; names in it are not resolved
 * @param positions the positions of this file's trees in its text
 */
record JavaSource(
    Path path, boolean inMain, String text, CompilationUnitTree unit, SourcePositions positions) {

  /** Returns the name of the package, empty for a module declaration. */
  String packageName() {
    return unit.getPackageName() == null ? "" : unit.getPackageName().toString();
  }

  boolean isInPackage(String name) {
    return packageName().equals(name) || packageName().startsWith(name + ".");
  }

  Path folder() {
    return path.resolveSibling("");
  }

  boolean isPackageInfo() {
    return path.endsWith("package-info.java");
  }

  long lines() {
    return text.lines().count();
  }

  long firstLine(Tree tree) {
    return unit.getLineMap().getLineNumber(positions.getStartPosition(unit, tree));
  }

  long lastLine(Tree tree) {
    return unit.getLineMap().getLineNumber(positions.getEndPosition(unit, tree));
  }
}
