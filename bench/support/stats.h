// Figures from repeated measurements.
#pragma once

#include <chrono>
#include <functional>
#include <vector>

namespace kernelc::bench {

struct Summary {
  double median = 0;
  // Quartiles.
  double low = 0;
  double high = 0;
  double min = 0;
  double max = 0;
  int samples = 0;
};

// All zero for an empty list.
Summary Summarize(std::vector<double> samples);

// Zero for an empty list.
double Mean(const std::vector<double>& values);

// Geometric mean; 0 for an empty list.
double GeometricMean(const std::vector<double>& values);

// Seconds that `body` takes on a steady clock.
double SecondsOf(const std::function<void()>& body);

// Seconds that this thread computes in `body`, which a loaded machine hardly changes.
double ProcessorSecondsOf(const std::function<void()>& body);

// How long and how often the sides of a comparison are measured.
struct Plan {
  // Calls of each side before the first measured one.
  int warm_up = 1;
  int min_rounds = 5;
  int max_rounds = 50;
  // No further round starts after this many seconds, once there are min_rounds.
  double seconds = 1.0;
  // When not 0: before each measured call the side rests this long, in which threads of the other
  // one that still look out for work fall asleep, and makes a call that does not count.
  std::chrono::milliseconds rest{0};
};

// Measures the sides in turn, round after round, the order reversed every other round, so that what
// changes slowly (clock rates, temperature) meets all of them alike. A side returns its own figure
// for one call.
// Gives the figures of each side, of the same length: those of one round are to be compared.
std::vector<std::vector<double>> InterleaveSamples(
    const std::vector<std::function<double()>>& sides, const Plan& plan);

// The same, summarized.
std::vector<Summary> Interleave(const std::vector<std::function<double()>>& sides,
                                const Plan& plan);

}  // namespace kernelc::bench
