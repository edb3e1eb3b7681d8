// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.shapes;

import static io.weir.simulator.traffic.shapes.Setting.BURST;
import static io.weir.simulator.traffic.shapes.Setting.EXPONENT;
import static io.weir.simulator.traffic.shapes.Setting.LIMIT;
import static io.weir.simulator.traffic.shapes.Setting.PATIENCE;
import static io.weir.simulator.traffic.shapes.Setting.PHASE;
import static io.weir.simulator.traffic.shapes.Setting.ROAMING;
import static io.weir.simulator.traffic.shapes.Setting.SPENDERS;
import static io.weir.simulator.traffic.shapes.Setting.WINDOW;
import static java.util.Objects.requireNonNull;

import io.weir.simulator.traffic.Shape;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A shape before its settings are chosen. */
public final class Shapes {
  /** See {@link Steady}. */
  public static final Shapes STEADY = new Shapes(
      "steady",
      usually(LIMIT, 100).and(WINDOW, 60_000).and(SPENDERS, 200).and(ROAMING, 0.2),
      is -> new Steady(is.whole(LIMIT), is.whole(WINDOW), is.small(SPENDERS), is.of(ROAMING)));

  /** See {@link Zipf}. */
  public static final Shapes ZIPF = new Shapes(
      "zipf",
      usually(LIMIT, 100).and(WINDOW, 60_000).and(SPENDERS, 10_000).and(EXPONENT, 1),
      is -> new Zipf(is.whole(LIMIT), is.whole(WINDOW), is.small(SPENDERS), is.of(EXPONENT)));

  /** See {@link Boundary}. */
  public static final Shapes BOUNDARY = new Shapes(
      "boundary",
      usually(LIMIT, 100).and(WINDOW, 60_000).and(SPENDERS, 10).and(BURST, 1_000),
      is -> new Boundary(is.whole(LIMIT), is.whole(WINDOW), is.small(SPENDERS), is.whole(BURST)));

  /** See {@link HotKey}. */
  public static final Shapes HOT_KEY = new Shapes(
      "hot-key",
      usually(LIMIT, 1_000).and(WINDOW, 60_000),
      is -> new HotKey(is.whole(LIMIT), is.whole(WINDOW)));

  /** See {@link EvenSpread}. */
  public static final Shapes EVEN_SPREAD = new Shapes(
      "even-spread",
      usually(LIMIT, 1_000).and(WINDOW, 60_000).and(PHASE, 0),
      is -> new EvenSpread(is.whole(LIMIT), is.whole(WINDOW), is.whole(PHASE)));

  /** See {@link Roaming}. */
  public static final Shapes ROAMER = new Shapes(
      "roaming",
      usually(LIMIT, 1_000).and(WINDOW, 60_000).and(PATIENCE, 3),
      is -> new Roaming(is.whole(LIMIT), is.whole(WINDOW), is.small(PATIENCE)));

  /** See {@link Production}. */
  public static final Shapes PRODUCTION = new Shapes(
      "production",
      usually(SPENDERS, Production.OBSERVED),
      is -> new Production(is.small(SPENDERS)));

  private static final List<Shapes> ALL =
      List.of(STEADY, ZIPF, BOUNDARY, HOT_KEY, EVEN_SPREAD, ROAMER, PRODUCTION);

  private final String name;
  private final Map<Setting, Double> usual;
  private final Function<Values, Shape> maker;

  private Shapes(String name, Values usual, Function<Values, Shape> maker) {
    this.name = name;
    this.usual = Collections.unmodifiableMap(usual.numbers);
    this.maker = maker;
  }

  /** The shape of this name. */
  public static Optional<Shapes> named(String name) {
    return ALL.stream().filter(each -> each.name.equals(name)).findAny();
  }

  /** The names of all shapes. */
  public static List<String> names() {
    return ALL.stream().map(Shapes::name).toList();
  }

  /** Its name in scenario files. */
  public String name() {
    return name;
  }

  /** Its settings, and what they are unless said otherwise. */
  public Map<Setting, Double> usual() {
    return usual;
  }

  /** The shape as it usually is. */
  public Shape shape() {
    return shape(Map.of());
  }

  /**
   * The shape with other settings.
   *
   * @throws IllegalArgumentException for a value out of range, or a setting that it does not have
   */
  public Shape shape(Map<Setting, Double> others) {
    others.keySet().stream().filter(each -> !usual.containsKey(each)).findAny().ifPresent(each -> {
      throw new IllegalArgumentException(
          each.key() + " is not a setting of " + name + ", which has " + settingNames());
    });
    EnumMap<Setting, Double> all = new EnumMap<>(usual);
    all.putAll(others);
    all.forEach(Setting::check);
    return maker.apply(new Values(all));
  }

  /** The names of its settings, for messages. */
  public String settingNames() {
    return String.join(", ", usual.keySet().stream().map(Setting::key).toList());
  }

  private static Values usually(Setting setting, double value) {
    return new Values(new EnumMap<>(Setting.class)).and(setting, value);
  }

  /** Every setting fits into a double without loss: the largest are some 2^31. */
  private record Values(EnumMap<Setting, Double> numbers) {
    Values and(Setting setting, double value) {
      numbers.put(setting, value);
      return this;
    }

    double of(Setting setting) {
      return requireNonNull(numbers.get(setting), setting.key());
    }

    long whole(Setting setting) {
      return (long) of(setting);
    }

    int small(Setting setting) {
      return (int) of(setting);
    }
  }
}
