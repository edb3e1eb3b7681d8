// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.chart;

import io.weir.simulator.report.chart.ChartMarks.ChartPosition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Finds room for labels where many of them want to be. */
public final class LabelPlacement {
  private static final double LETTER = 7.2;
  private static final double LINE = 14;

  private final PlotFrame plotFrame;
  private final List<Box> taken = new ArrayList<>();

  /** Nobody yet, between these axes. */
  public LabelPlacement(PlotFrame plotFrame) {
    this.plotFrame = plotFrame;
  }

  private record Box(double left, double top, double right, double bottom) {
    boolean touches(Box other) {
      return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
  }

  /** A marker is here. */
  public void occupy(ChartPosition chartPosition) {
    taken.add(new Box(
        chartPosition.x() - 5,
        chartPosition.y() - 5,
        chartPosition.x() + 5,
        chartPosition.y() + 5));
  }

  /** Takes room for a label beside, above or below its marker; empty if there is none. */
  public Optional<ChartPosition> place(String label, ChartPosition chartPosition) {
    double width = LETTER * label.length();
    List<ChartPosition> corners = List.of(
        new ChartPosition(chartPosition.x() + 9, chartPosition.y() - LINE / 2),
        new ChartPosition(chartPosition.x() - 9 - width, chartPosition.y() - LINE / 2),
        new ChartPosition(chartPosition.x() - width / 2, chartPosition.y() - 8 - LINE),
        new ChartPosition(chartPosition.x() - width / 2, chartPosition.y() + 8));
    for (ChartPosition corner : corners) {
      Box box = new Box(corner.x(), corner.y(), corner.x() + width, corner.y() + LINE);
      boolean inside = box.left > plotFrame.left()
          && box.right < plotFrame.right() + 30
          && box.top > plotFrame.top()
          && box.bottom < plotFrame.bottom();
      if (inside && taken.stream().noneMatch(box::touches)) {
        taken.add(box);
        return Optional.of(new ChartPosition(corner.x(), corner.y() + LINE - 3));
      }
    }
    return Optional.empty();
  }

  /**
   * Where labels go that want to be at these places: in the same order, at least a gap apart, as far down as the floor
   * allows and, if that is not enough, upwards from there.
   */
  public static List<Double> spread(List<Double> wanted, double gap, double floor) {
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
