// The same work over and over: what a cycle takes, and what memory it leaves behind.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string_view>

#include "bench/support/options.h"
#include "kernelc/context.h"

namespace kernelc::bench {

// Bytes of this process that are in memory.
std::int64_t ResidentBytes();

// Runs `cycle` a million times after a thousand that do not count, prints the figures with `what` a
// cycle is, and returns them: bytes are how much more is in use afterwards. Waits for the device.
nlohmann::json MeasureCycles(const Context& context, const Options& options, std::string_view what,
                             const std::function<void()>& cycle);

}  // namespace kernelc::bench
