// SPDX-License-Identifier: Apache-2.0
package io.weir.server.config;

import io.weir.yaml.YamlFile;
import io.weir.yaml.YamlFormat;
import io.weir.yaml.YamlValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks up settings in flags, environment and file, the most specific place first, and collects all faults. */
final class SettingReader {
  /**
   * A value that was given for a setting.
   *
   * @param text the value
   * @param where the place where it was given, for people
   */
  record GivenValue(String text, String where) {}

  /** More than all settings with comments. */
  private static final YamlFormat FILE = new YamlFormat(16_384, 0, "port: 7777");

  private final Map<String, List<String>> flags;
  private final Map<String, String> environment;
  private final @Nullable Path path;
  private final YamlFile file;
  private final List<ConfigFault> faults = new ArrayList<>();

  /** Creates a reader of these flags, by key, of the environment, and of the file that one of the two names. */
  SettingReader(Map<String, List<String>> flags, Map<String, String> environment) {
    this.flags = flags;
    this.environment = environment;
    flags.forEach((key, values) -> {
      if (values.size() > 1) {
        faults.add(new ConfigFault(key, "flag --" + key, "", "must be given only once"));
      }
    });
    path = optional(Settings.CONFIG).orElse(null);
    file = path == null ? new YamlFile(Map.of(), List.of()) : YamlFile.read(path, FILE);
  }

  /** Returns a setting's value from the first place where it was given: flag, environment, file. */
  Optional<GivenValue> given(Setting<?> setting) {
    List<String> flag = flags.getOrDefault(setting.key(), List.of());
    if (!flag.isEmpty()) {
      return Optional.of(new GivenValue(flag.get(0), "flag --" + setting.key()));
    }
    String variable = environment.getOrDefault(setting.variable(), "");
    if (!variable.isEmpty()) {
      return Optional.of(new GivenValue(variable, "environment " + setting.variable()));
    }
    return setting.isInFile() && file.entries().get(setting.key()) instanceof YamlValue.Scalar value
        ? Optional.of(new GivenValue(value.text(), place(value.line())))
        : Optional.empty();
  }

  /** How a line of the file is named in a fault. */
  private String place(int line) {
    return "file " + path + (line > 0 ? ", line " + line : "");
  }

  /**
   * Returns the value of a setting that has a default. An invalid value becomes a fault, and the default replaces it.
   */
  <T> T value(Setting<T> setting) {
    return optional(setting)
        .or(() -> setting.type().parser().apply(String.valueOf(setting.defaultValue())))
        .orElseThrow(() -> new IllegalStateException("no default for " + setting.key()));
  }

  /** Returns the value of a setting if it was given. An invalid value becomes a fault. */
  <T> Optional<T> optional(Setting<T> setting) {
    Optional<GivenValue> given = given(setting);
    Optional<T> value = given.flatMap(found -> setting.type().parser().apply(found.text()));
    if (given.isPresent() && value.isEmpty()) {
      reject(setting, given.get());
    }
    return value;
  }

  private void reject(Setting<?> setting, GivenValue givenValue) {
    String reason = "must be " + setting.type().description();
    if (setting.equals(Settings.PORT) && givenValue.text().startsWith("tcp://")) {
      reason +=
          "; Kubernetes sets the variable for a service named weir, unless enableServiceLinks is false";
    }
    fault(new ConfigFault(
        setting.key(),
        givenValue.where(),
        givenValue.text().isEmpty() ? "" : shortened(setting.printable(givenValue.text())),
        givenValue.text().isEmpty() ? reason + ", but is empty" : reason));
  }

  private static String shortened(String text) {
    String oneLine = text.replaceAll("\\p{C}", "?");
    return oneLine.length() <= 80 ? oneLine : oneLine.substring(0, 77) + "...";
  }

  /** Adds a fault that the caller found. */
  void fault(ConfigFault configFault) {
    faults.add(configFault);
  }

  /** Returns all faults, including those of the file and unknown names. */
  List<ConfigFault> faults() {
    List<ConfigFault> all = new ArrayList<>(faults);
    for (String name : environment.keySet().stream().sorted().toList()) {
      if (name.startsWith(Setting.PREFIX) && !isWeirVariable(name)) {
        SettingSuggestion.of(name.substring(Setting.PREFIX.length()))
            .ifPresent(suggested -> all.add(new ConfigFault(
                name,
                "environment",
                "",
                "is not a setting; did you mean " + suggested.variable() + "?")));
      }
    }
    file.problems()
        .forEach(problem -> all.add(new ConfigFault(
            problem.key().isEmpty() ? Settings.CONFIG.key() : problem.key(),
            place(problem.line()),
            "",
            problem.key().isEmpty() ? "the file " + problem.reason() : problem.reason())));
    file.entries().forEach((name, value) -> {
      if (Settings.ALL.stream().noneMatch(s -> s.isInFile() && s.key().equals(name))) {
        all.add(new ConfigFault(
            shortened(name), place(value.line()), "", "is not a setting" + suggestion(name)));
      }
    });
    return all;
  }

  private static boolean isWeirVariable(String variable) {
    return Settings.ALL.stream().anyMatch(setting -> setting.variable().equals(variable));
  }

  private static String suggestion(String name) {
    return SettingSuggestion.of(name)
        .filter(Setting::isInFile)
        .map(setting -> "; did you mean " + setting.key() + "?")
        .orElse("");
  }
}
