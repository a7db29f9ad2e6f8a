// Option prices, checked against the formula in double precision with the error function.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "samples/support/sample.h"

namespace {

double NormalCdf(double d) { return 0.5 * std::erfc(-d / std::sqrt(2.0)); }

double CallPrice(double s, double x, double t, double rate, double volatility) {
  const double spread = volatility * std::sqrt(t);
  const double d1 = (std::log(s / x) + (rate + 0.5 * volatility * volatility) * t) / spread;
  return s * NormalCdf(d1) - x * std::exp(-rate * t) * NormalCdf(d1 - spread);
}

}  // namespace

int main(int argc, char** argv) {
  return sample::Main(argc, argv, "black_scholes", 1'000'000, [](const sample::Setup& setup) {
    constexpr float kRate = 0.02f;
    constexpr float kVolatility = 0.3f;
    const std::vector<float> spot = sample::RandomFloats(setup.size, 5, 30, 1);
    const std::vector<float> strike = sample::RandomFloats(setup.size, 1, 100, 2);
    const std::vector<float> years = sample::RandomFloats(setup.size, 0.25f, 10, 3);
    const auto device_spot = kernelc::ToDevice(setup.context, spot);
    const auto device_strike = kernelc::ToDevice(setup.context, strike);
    const auto device_years = kernelc::ToDevice(setup.context, years);
    const kernelc::DeviceArray<float> call(setup.context, {setup.size});
    const kernelc::DeviceArray<float> put(setup.context, {setup.size});

    const kernelc::JitKernel kernel = setup.program.kernel("black_scholes");
    const kernelc::LaunchConfig config = {.grid = sample::Blocks(setup.size, 256), .block = 256};
    const double milliseconds = sample::TimeLaunch(setup.context, [&] {
      kernel.Launch(config, call, put, device_spot, device_strike, device_years, kRate,
                    kVolatility);
    });

    std::vector<double> calls(spot.size());
    std::vector<double> puts(spot.size());
    for (std::size_t i = 0; i < spot.size(); ++i) {
      const double s = static_cast<double>(spot[i]);
      const double x = static_cast<double>(strike[i]);
      const double t = static_cast<double>(years[i]);
      const double rate = static_cast<double>(kRate);
      calls[i] = CallPrice(s, x, t, rate, static_cast<double>(kVolatility));
      puts[i] = calls[i] - s + x * std::exp(-rate * t);
    }
    return sample::Outcome{
        .work = fmt::format("{} options", setup.size),
        .error = std::max(sample::LargestDifference(call.ToVector(), calls),
                          sample::LargestDifference(put.ToVector(), puts)),
        // Prices go up to 100; the normal distribution is approximated to 7.5e-8.
        .limit = 1e-4,
        .milliseconds = milliseconds,
    };
  });
}
