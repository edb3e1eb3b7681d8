// SPDX-License-Identifier: Apache-2.0
package io.weir.yaml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * The entries of a YAML file, as they are written there.
 *
 * @param entries its values by key, in the order of the file
 * @param problems what is wrong with it as a file
 */
public record YamlFile(Map<String, YamlValue> entries, List<YamlProblem> problems) {

  /** Reads a file, or finds out what is wrong with it. */
  public static YamlFile read(Path path, YamlFormat format) {
    try (InputStream in = Files.newInputStream(path)) {
      byte[] bytes = in.readNBytes(format.maxBytes() + 1);
      return bytes.length > format.maxBytes()
          ? failed(0, "has more than " + format.maxBytes() + " bytes")
          : parse(
              StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString(),
              format);
    } catch (NoSuchFileException e) {
      return failed(0, "does not exist");
    } catch (AccessDeniedException e) {
      return failed(0, "is not readable by this user");
    } catch (CharacterCodingException e) {
      return failed(0, "is not UTF-8 text");
    } catch (IOException e) {
      return failed(0, Files.isDirectory(path) ? "is a folder" : "can't be read");
    }
  }

  /** Reads the text of a file, or finds out what is wrong with it. */
  public static YamlFile parse(String text, YamlFormat format) {
    YamlParser parser = new YamlParser(text, format);
    try {
      parser.parse();
    } catch (MarkedYamlEngineException e) {
      parser.problem(
          e.getProblemMark().map(Mark::getLine).orElse(-1) + 1, "is not YAML: " + problem(e));
    } catch (YamlEngineException e) {
      parser.problem(0, "is not YAML");
    }
    return new YamlFile(parser.entries(), parser.problems());
  }

  /** Without the excerpt that the library adds: a secret may stand there. */
  private static String problem(MarkedYamlEngineException e) {
    String problem = e.getProblem();
    return problem == null ? "it can't be parsed" : problem;
  }

  private static YamlFile failed(int line, String reason) {
    return new YamlFile(Map.of(), List.of(new YamlProblem("", line, reason)));
  }
}
