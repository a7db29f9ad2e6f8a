// Wall time of a phase, added to a list when the timer goes out of scope, and to a timeline where one is
// on.
#pragma once

#include <chrono>
#include <string_view>
#include <vector>

#include "compiler/codegen/codegen.h"
#include "kernelc/trace.h"

namespace kernelc::driver {

class PhaseTimer {
 public:
  PhaseTimer(std::vector<codegen::PhaseTime>& times, std::string_view name)
      : times_(&times), name_(name), begin_(Clock::now()), span_(name, "compile") {}
  PhaseTimer(const PhaseTimer&) = delete;
  PhaseTimer& operator=(const PhaseTimer&) = delete;
  ~PhaseTimer() {
    const std::chrono::duration<double, std::milli> passed = Clock::now() - begin_;
    times_->push_back({name_, passed.count()});
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::vector<codegen::PhaseTime>* times_;
  std::string_view name_;
  Clock::time_point begin_;
  TraceSpan span_;
};

}  // namespace kernelc::driver
