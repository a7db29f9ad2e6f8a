// What a device can do at most, measured by kernels of its own.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string_view>

#include "bench/suite/case.h"
#include "kernelc/program.h"

namespace kernelc::bench {

// Per second.
struct Ceilings {
  double bytes = 0;
  double float32 = 0;
  double float64 = 0;
  double int32 = 0;
};

// `seconds` measures one call of a launch on the stream. `smoke`: tiny arrays.
Ceilings MeasureCeilings(const Context& context, StreamRef stream, bool smoke,
                         const std::function<double(const std::function<void()>&)>& seconds);

nlohmann::json ToJson(const Ceilings& ceilings);

// The larger of the shares of memory's and arithmetic's ceilings that a problem solved in `seconds`
// reaches.
double RooflineShare(const Problem& problem, const Ceilings& ceilings, double seconds);

}  // namespace kernelc::bench
