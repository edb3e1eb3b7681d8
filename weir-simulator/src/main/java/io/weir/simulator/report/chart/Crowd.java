// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.chart;

import io.weir.simulator.report.chart.Marks.Spot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Finds room for labels where many of them want to be. */
public final class Crowd {
  private static final double LETTER = 7.2;
  private static final double LINE = 14;

  private final Frame frame;
  private final List<Box> taken = new ArrayList<>();

  /** Nobody yet, between these axes. */
  public Crowd(Frame frame) {
    this.frame = frame;
  }

  private record Box(double left, double top, double right, double bottom) {
    boolean touches(Box other) {
      return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
  }

  /** A marker is here. */
  public void occupy(Spot spot) {
    taken.add(new Box(spot.x() - 5, spot.y() - 5, spot.x() + 5, spot.y() + 5));
  }

  /** Takes room for a label beside, above or below its marker; empty if there is none. */
  public Optional<Spot> roomFor(String label, Spot spot) {
    double width = LETTER * label.length();
    List<Spot> corners = List.of(
        new Spot(spot.x() + 9, spot.y() - LINE / 2),
        new Spot(spot.x() - 9 - width, spot.y() - LINE / 2),
        new Spot(spot.x() - width / 2, spot.y() - 8 - LINE),
        new Spot(spot.x() - width / 2, spot.y() + 8));
    for (Spot corner : corners) {
      Box box = new Box(corner.x(), corner.y(), corner.x() + width, corner.y() + LINE);
      boolean inside = box.left > frame.left()
          && box.right < frame.right() + 30
          && box.top > frame.top()
          && box.bottom < frame.bottom();
      if (inside && taken.stream().noneMatch(box::touches)) {
        taken.add(box);
        return Optional.of(new Spot(corner.x(), corner.y() + LINE - 3));
      }
    }
    return Optional.empty();
  }

  /**
   * Where labels go that want to be at these places: in the same order, at least a gap apart, as far down as the floor
   * allows and, if that is not enough, upwards from there.
   */
  public static List<Double> apart(List<Double> wanted, double gap, double floor) {
    List<Integer> order = IntStream.range(0, wanted.size())
        .boxed()
        .sorted(Comparator.comparing(wanted::get))
        .toList();
    List<Double> places = new ArrayList<>(wanted);
    double free = Double.NEGATIVE_INFINITY;
    for (int index : order) {
      places.set(index, Math.max(free, places.get(index)));
      free = places.get(index) + gap;
    }
    double ceiling = floor;
    for (int i = order.size() - 1; i >= 0; i--) {
      int index = order.get(i);
      places.set(index, Math.min(ceiling, places.get(index)));
      ceiling = places.get(index) - gap;
    }
    return places;
  }
}
