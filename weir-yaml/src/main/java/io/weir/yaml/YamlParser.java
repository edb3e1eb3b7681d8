// SPDX-License-Identifier: Apache-2.0
package io.weir.yaml;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;

/** Parses YAML text into entries, from the events of the library's parser. */
final class YamlParser {
  /*
   * Reads the event stream only as deep as the format allows: no file can make the result deep, large or recursive,
   * no tag creates an object, and a value keeps its original text.
   */

  private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");

  private final YamlFormat format;
  private final Iterator<Event> events;
  private final List<YamlProblem> problems = new ArrayList<>();
  private final Map<String, YamlValue> entries = new LinkedHashMap<>();

  YamlParser(String text, YamlFormat format) {
    this.format = format;
    LoadSettings limits = LoadSettings.builder()
        .setCodePointLimit(format.maxBytes())
        .setMaxAliasesForCollections(0)
        .build();
    this.events = new Parse(limits).parseString(text).iterator();
  }

  /** Returns everything read so far, even from a file with invalid YAML further down. */
  Map<String, YamlValue> entries() {
    return entries;
  }

  List<YamlProblem> problems() {
    return problems;
  }

  void problem(int line, String reason) {
    problems.add(new YamlProblem("", line, reason));
  }

  void parse() {
    boolean hasMap = false;
    while (events.hasNext()) {
      Event event = events.next();
      if (event instanceof MappingStartEvent && !hasMap) {
        hasMap = true;
        readMapping(entries, "", 0);
      } else if (event instanceof DocumentStartEvent start && hasMap) {
        problem(line(start), "contains more than one document");
        return;
      } else if (event instanceof NodeEvent && !isNull(event)) {
        problem(line(event), "must be a map of settings, such as " + format.example());
        return;
      }
    }
  }

  private void readMapping(Map<String, YamlValue> into, String prefix, int depth) {
    while (events.hasNext()) {
      Event key = events.next();
      if (key instanceof MappingEndEvent) {
        return;
      }
      if (key instanceof ScalarEvent name) {
        readEntry(into, name, prefix + name.getValue(), depth);
      } else {
        problem(line(key), "has a key that is not a plain name");
        skip(key);
        skip(events.next());
      }
    }
  }

  private void readEntry(Map<String, YamlValue> into, ScalarEvent name, String path, int depth) {
    int line = line(name);
    Event first = events.next();
    YamlValue before = into.get(name.getValue());
    if (before == null) {
      readValue(first, path, line, depth).ifPresent(value -> into.put(name.getValue(), value));
    } else {
      skip(first);
      problems.add(new YamlProblem(
          path, line, "must be given only once, but is also on line " + before.line()));
    }
  }

  private Optional<YamlValue> readValue(Event first, String path, int line, int depth) {
    if (first instanceof ScalarEvent scalar) {
      return Optional.of(new YamlValue.Scalar(isNull(scalar) ? "" : scalar.getValue(), line));
    }
    if (!(first instanceof CollectionStartEvent) || depth >= format.maxDepth()) {
      problems.add(new YamlProblem(path, line, "must be a single value"));
      skip(first);
      return Optional.empty();
    }
    if (first instanceof MappingStartEvent) {
      Map<String, YamlValue> values = new LinkedHashMap<>();
      readMapping(values, path + ".", depth + 1);
      return Optional.of(new YamlValue.Mapping(values, line));
    }
    List<YamlValue> items = new ArrayList<>();
    int index = 0;
    for (Event item = events.next(); !(item instanceof SequenceEndEvent); item = events.next()) {
      readValue(item, path + "[" + index++ + "]", line(item), depth + 1).ifPresent(items::add);
    }
    return Optional.of(new YamlValue.Sequence(items, line));
  }

  /** Returns whether this is one of the YAML forms of a missing value. A file with only comments is one too. */
  private static boolean isNull(Event event) {
    return event instanceof ScalarEvent scalar
        && scalar.isPlain()
        && NULLS.contains(scalar.getValue());
  }

  /** Skips the contents of a list or a map. */
  private void skip(Event first) {
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
