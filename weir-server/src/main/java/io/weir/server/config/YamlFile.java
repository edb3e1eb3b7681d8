// SPDX-License-Identifier: Apache-2.0
package io.weir.server.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** A flat YAML file, read into entries that keep their original text. */
final class YamlFile {
  /*
   * The file is read as a stream of events, and no tree is built. So nothing in it can make it deep, large or
   * recursive, no tag creates an object, and a value keeps its own text (no is "no", 0777 is "0777"). The same
   * parsers can therefore read flags, variables and file.
   */

  /** More than all settings with comments take. For deep nesting, the parser's time grows with the square of this. */
  private static final int MAX_BYTES = 16_384;

  private static final LoadSettings LIMITS = LoadSettings.builder()
      .setCodePointLimit(MAX_BYTES)
      .setMaxAliasesForCollections(0)
      .build();

  private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");

  /**
   * A value and its line.
   *
   * @param text the value as written
   * @param line the line number, from 1
   */
  record YamlEntry(String text, int line) {}

  private final Path path;
  private final Map<String, YamlEntry> entries = new LinkedHashMap<>();
  private final List<ConfigFault> faults = new ArrayList<>();

  private YamlFile(Path path) {
    this.path = path;
  }

  /** Reads a file. Problems become faults. */
  static YamlFile read(Path path) {
    YamlFile file = new YamlFile(path);
    try (InputStream in = Files.newInputStream(path)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        file.fault(0, "has more than " + MAX_BYTES + " bytes");
      } else {
        file.parse(
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
      }
    } catch (NoSuchFileException e) {
      file.fault(0, "does not exist");
    } catch (AccessDeniedException e) {
      file.fault(0, "is not readable by this user");
    } catch (CharacterCodingException e) {
      file.fault(0, "is not UTF-8 text");
    } catch (IOException e) {
      file.fault(0, Files.isDirectory(path) ? "is a folder" : "can't be read");
    } catch (MarkedYamlEngineException e) {
      file.fault(
          e.getProblemMark().map(Mark::getLine).orElse(-1) + 1, "is not YAML: " + problem(e));
    } catch (YamlEngineException e) {
      file.fault(0, "is not YAML");
    }
    return file;
  }

  /** Returns the problem without the excerpt that the library adds, because it may contain a secret. */
  private static String problem(MarkedYamlEngineException e) {
    String problem = e.getProblem();
    return problem == null ? "it can't be parsed" : problem;
  }

  /** Returns the entries by key. */
  Map<String, YamlEntry> entries() {
    return entries;
  }

  /** Returns the faults of the file itself. */
  List<ConfigFault> faults() {
    return faults;
  }

  /** Returns how a fault names a line of the file. */
  String place(int line) {
    return "file " + path + (line > 0 ? ", line " + line : "");
  }

  private void fault(int line, String reason) {
    faults.add(new ConfigFault(Settings.CONFIG.key(), place(line), "", "the file " + reason));
  }

  private void parse(String text) {
    Iterator<Event> events = new Parse(LIMITS).parseString(text).iterator();
    boolean hasMap = false;
    while (events.hasNext()) {
      Event event = events.next();
      if (event instanceof MappingStartEvent && !hasMap) {
        hasMap = true;
        readMap(events);
      } else if (event instanceof DocumentStartEvent start && hasMap) {
        fault(line(start), "contains more than one document");
        return;
      } else if (event instanceof NodeEvent && !isNull(event)) {
        fault(line(event), "must be a map of settings, such as port: 7777");
        return;
      }
    }
  }

  private void readMap(Iterator<Event> events) {
    while (events.hasNext()) {
      Event key = events.next();
      if (key instanceof MappingEndEvent) {
        return;
      }
      boolean isNamed = key instanceof ScalarEvent;
      if (!isNamed) {
        fault(line(key), "has a key that is not a plain name");
        skip(key, events);
      }
      Event value = events.next();
      if (isNamed) {
        add((ScalarEvent) key, value);
      }
      skip(value, events);
    }
  }

  private void add(ScalarEvent key, Event value) {
    String name = key.getValue();
    YamlEntry before = entries.get(name);
    if (before != null) {
      faults.add(new ConfigFault(
          name,
          place(line(key)),
          "",
          "must be given only once, but is also on line " + before.line()));
    } else if (value instanceof ScalarEvent scalar) {
      entries.put(name, new YamlEntry(isNull(scalar) ? "" : scalar.getValue(), line(key)));
    } else {
      faults.add(new ConfigFault(name, place(line(key)), "", "must be a single value"));
    }
  }

  /**
   * Returns whether the event is one of YAML's notations for no value. A file that contains only comments is one,
   * too.
   */
  private static boolean isNull(Event event) {
    return event instanceof ScalarEvent scalar
        && scalar.isPlain()
        && NULLS.contains(scalar.getValue());
  }

  /** Skips the contents of a list or map. */
  private static void skip(Event first, Iterator<Event> events) {
    int depth = first instanceof CollectionStartEvent ? 1 : 0;
    while (depth > 0) {
      Event next = events.next();
      depth +=
          next instanceof CollectionStartEvent ? 1 : next instanceof CollectionEndEvent ? -1 : 0;
    }
  }

  private static int line(Event event) {
    return event.getStartMark().map(Mark::getLine).orElse(-1) + 1;
  }
}
