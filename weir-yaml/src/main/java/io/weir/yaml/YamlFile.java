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
 * A parsed YAML file: its entries as written, and its problems.
 *
 * @param entries the values by key, in the order of the file
 * @param problems the problems of the file as YAML
 */
public record YamlFile(Map<String, YamlValue> entries, List<YamlProblem> problems) {

  /** Reads a file. The result reports problems instead of throwing. */
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

  /** Parses the text of a file. The result reports problems instead of throwing. */
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

  /** Returns the library's message without its excerpt of the file, which may contain a secret. */
  private static String problem(MarkedYamlEngineException e) {
    String problem = e.getProblem();
    return problem == null ? "it can't be parsed" : problem;
  }

  private static YamlFile failed(int line, String reason) {
    return new YamlFile(Map.of(), List.of(new YamlProblem("", line, reason)));
  }
}
