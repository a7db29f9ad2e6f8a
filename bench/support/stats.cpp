#include "bench/support/stats.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <ctime>
#include <numeric>
#include <thread>

namespace kernelc::bench {

Summary Summarize(std::vector<double> samples) {
  if (samples.empty()) {
    return {};
  }
  std::sort(samples.begin(), samples.end());
  // Between the samples that lie at this fraction of the sorted list.
  const auto at = [&](double fraction) {
    const double place = fraction * static_cast<double>(samples.size() - 1);
    const auto index = static_cast<std::size_t>(place);
    const double next = samples[std::min(index + 1, samples.size() - 1)];
    return samples[index] + (place - static_cast<double>(index)) * (next - samples[index]);
  };
  return {at(0.5),         at(0.25),       at(0.75),
          samples.front(), samples.back(), static_cast<int>(samples.size())};
}

double Mean(const std::vector<double>& values) {
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

double GeometricMean(const std::vector<double>& values) {
  if (values.empty()) {
    return 0;
  }
  double logs = 0;
  for (const double value : values) {
    logs += std::log(value);
  }
  return std::exp(logs / static_cast<double>(values.size()));
}

double SecondsOf(const std::function<void()>& body) {
  const auto start = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double ProcessorSecondsOf(const std::function<void()>& body) {
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  };
  const double start = now();
  body();
  return now() - start;
}

std::vector<std::vector<double>> InterleaveSamples(
    const std::vector<std::function<double()>>& sides, const Plan& plan) {
  for (int i = 0; i < plan.warm_up; ++i) {
    for (const auto& side : sides) {
      side();
    }
  }
  std::vector<std::vector<double>> samples(sides.size());
  const auto start = std::chrono::steady_clock::now();
  const auto spent = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  for (int round = 0;
       round < plan.max_rounds && (round < plan.min_rounds || spent() < plan.seconds); ++round) {
    for (std::size_t i = 0; i < sides.size(); ++i) {
      const std::size_t side = round % 2 == 0 ? i : sides.size() - 1 - i;
      if (plan.rest.count() != 0) {
        std::this_thread::sleep_for(plan.rest);
        sides[side]();
      }
      samples[side].push_back(sides[side]());
    }
  }
  return samples;
}

std::vector<Summary> Interleave(const std::vector<std::function<double()>>& sides,
                                const Plan& plan) {
  std::vector<Summary> result;
  for (auto& list : InterleaveSamples(sides, plan)) {
    result.push_back(Summarize(std::move(list)));
  }
  return result;
}

}  // namespace kernelc::bench
