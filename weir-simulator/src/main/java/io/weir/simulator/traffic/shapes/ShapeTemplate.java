// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.shapes;

import static io.weir.simulator.traffic.shapes.ShapeSetting.BURST;
import static io.weir.simulator.traffic.shapes.ShapeSetting.EXPONENT;
import static io.weir.simulator.traffic.shapes.ShapeSetting.LIMIT;
import static io.weir.simulator.traffic.shapes.ShapeSetting.PATIENCE;
import static io.weir.simulator.traffic.shapes.ShapeSetting.PHASE;
import static io.weir.simulator.traffic.shapes.ShapeSetting.ROAMING;
import static io.weir.simulator.traffic.shapes.ShapeSetting.SPENDERS;
import static io.weir.simulator.traffic.shapes.ShapeSetting.WINDOW;
import static java.util.Objects.requireNonNull;

import io.weir.simulator.traffic.TrafficShape;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A traffic shape with default settings, which can be overridden. */
public final class ShapeTemplate {
  /** See {@link SteadyTraffic}. */
  public static final ShapeTemplate STEADY = new ShapeTemplate(
      "steady",
      withDefault(LIMIT, 100).and(WINDOW, 60_000).and(SPENDERS, 200).and(ROAMING, 0.2),
      is ->
          new SteadyTraffic(is.whole(LIMIT), is.whole(WINDOW), is.small(SPENDERS), is.of(ROAMING)));

  /** See {@link ZipfTraffic}. */
  public static final ShapeTemplate ZIPF = new ShapeTemplate(
      "zipf",
      withDefault(LIMIT, 100).and(WINDOW, 60_000).and(SPENDERS, 10_000).and(EXPONENT, 1),
      is ->
          new ZipfTraffic(is.whole(LIMIT), is.whole(WINDOW), is.small(SPENDERS), is.of(EXPONENT)));

  /** See {@link BoundaryBursts}. */
  public static final ShapeTemplate BOUNDARY = new ShapeTemplate(
      "boundary",
      withDefault(LIMIT, 100).and(WINDOW, 60_000).and(SPENDERS, 10).and(BURST, 1_000),
      is -> new BoundaryBursts(
          is.whole(LIMIT), is.whole(WINDOW), is.small(SPENDERS), is.whole(BURST)));

  /** See {@link HotKey}. */
  public static final ShapeTemplate HOT_KEY = new ShapeTemplate(
      "hot-key",
      withDefault(LIMIT, 1_000).and(WINDOW, 60_000),
      is -> new HotKey(is.whole(LIMIT), is.whole(WINDOW)));

  /** See {@link EvenSpread}. */
  public static final ShapeTemplate EVEN_SPREAD = new ShapeTemplate(
      "even-spread",
      withDefault(LIMIT, 1_000).and(WINDOW, 60_000).and(PHASE, 0),
      is -> new EvenSpread(is.whole(LIMIT), is.whole(WINDOW), is.whole(PHASE)));

  /** See {@link Roaming}. */
  public static final ShapeTemplate ROAMER = new ShapeTemplate(
      "roaming",
      withDefault(LIMIT, 1_000).and(WINDOW, 60_000).and(PATIENCE, 3),
      is -> new Roaming(is.whole(LIMIT), is.whole(WINDOW), is.small(PATIENCE)));

  /** See {@link ProductionTraffic}. */
  public static final ShapeTemplate PRODUCTION = new ShapeTemplate(
      "production",
      withDefault(SPENDERS, ProductionTraffic.PEAK_WINDOWS),
      is -> new ProductionTraffic(is.small(SPENDERS)));

  private static final List<ShapeTemplate> ALL =
      List.of(STEADY, ZIPF, BOUNDARY, HOT_KEY, EVEN_SPREAD, ROAMER, PRODUCTION);

  private final String name;
  private final Map<ShapeSetting, Double> defaults;
  private final Function<SettingValues, TrafficShape> factory;

  private ShapeTemplate(
      String name, SettingValues defaults, Function<SettingValues, TrafficShape> factory) {
    this.name = name;
    this.defaults = Collections.unmodifiableMap(defaults.numbers);
    this.factory = factory;
  }

  /** Returns the template of this name. */
  public static Optional<ShapeTemplate> named(String name) {
    return ALL.stream().filter(each -> each.name.equals(name)).findAny();
  }

  /** Returns the names of all shapes. */
  public static List<String> names() {
    return ALL.stream().map(ShapeTemplate::name).toList();
  }

  /** Returns its name in scenario files. */
  public String name() {
    return name;
  }

  /** Returns its settings with their default values. */
  public Map<ShapeSetting, Double> defaults() {
    return defaults;
  }

  /** Returns the shape with its default settings. */
  public TrafficShape shape() {
    return shape(Map.of());
  }

  /**
   * Returns the shape with these settings instead of its defaults.
   *
   * @throws IllegalArgumentException for a value out of range, or a setting that the shape does not have
   */
  public TrafficShape shape(Map<ShapeSetting, Double> others) {
    others.keySet().stream()
        .filter(each -> !defaults.containsKey(each))
        .findAny()
        .ifPresent(each -> {
          throw new IllegalArgumentException(
              each.key() + " is not a setting of " + name + ", which has " + settingNames());
        });
    EnumMap<ShapeSetting, Double> all = new EnumMap<>(defaults);
    all.putAll(others);
    all.forEach(ShapeSetting::check);
    return factory.apply(new SettingValues(all));
  }

  /** Returns the names of its settings, for messages. */
  public String settingNames() {
    return String.join(", ", defaults.keySet().stream().map(ShapeSetting::key).toList());
  }

  private static SettingValues withDefault(ShapeSetting shapeSetting, double value) {
    return new SettingValues(new EnumMap<>(ShapeSetting.class)).and(shapeSetting, value);
  }

  /** The values of settings. A double represents every setting exactly: the largest are about 2^31. */
  private record SettingValues(EnumMap<ShapeSetting, Double> numbers) {
    SettingValues and(ShapeSetting shapeSetting, double value) {
      numbers.put(shapeSetting, value);
      return this;
    }

    double of(ShapeSetting shapeSetting) {
      return requireNonNull(numbers.get(shapeSetting), shapeSetting.key());
    }

    long whole(ShapeSetting shapeSetting) {
      return (long) of(shapeSetting);
    }

    int small(ShapeSetting shapeSetting) {
      return (int) of(shapeSetting);
    }
  }
}
