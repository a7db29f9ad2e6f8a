#include "compiler/passes/pipeline.h"

#include <fmt/format.h>

#include <chrono>
#include <type_traits>

#include "compiler/base/check.h"
#include "compiler/kir/verifier.h"
#include "compiler/passes/async_copies.h"
#include "compiler/passes/barrier_extents.h"
#include "compiler/passes/barrier_groups.h"
#include "compiler/passes/barrier_guards.h"
#include "compiler/passes/barrier_periods.h"
#include "compiler/passes/barrier_regions.h"
#include "compiler/passes/barrier_warps.h"
#include "compiler/passes/bit_loops.h"
#include "compiler/passes/counting_loops.h"
#include "compiler/passes/exchange_axes.h"
#include "compiler/passes/index32.h"
#include "compiler/passes/inline_calls.h"
#include "compiler/passes/inline_loops.h"
#include "compiler/passes/insert_checks.h"
#include "compiler/passes/known_overlaps.h"
#include "compiler/passes/lower_failures.h"
#include "compiler/passes/merge_stores.h"
#include "compiler/passes/narrow.h"
#include "compiler/passes/readonly_noalias.h"
#include "compiler/passes/recursive_barriers.h"
#include "compiler/passes/unread_defaults.h"
#include "compiler/passes/version_divisions.h"
#include "compiler/passes/version_loops.h"
#include "compiler/passes/wait_failures.h"
#include "compiler/passes/wait_turns.h"
#include "compiler/passes/watch_shared.h"
#include "compiler/passes/wraparound.h"

namespace kernelc::passes {
namespace {

enum class Devices : std::uint8_t { Any, Cuda, Cpu };

enum class Forms : std::uint8_t { Any, Code };

struct Pass {
  std::string_view name;
  Devices devices;
  unsigned min_level;
  Forms forms;
  void (*run)(kir::Module&, const PipelineOptions&);
};

// A pass takes the options where its code depends on them.
template <auto kFunction>
void RunOn(kir::Module& module, const PipelineOptions& options) {
  if constexpr (std::is_invocable_v<decltype(kFunction), kir::Module&, const PipelineOptions&>) {
    kFunction(module, options);
  } else {
    kFunction(module);
  }
}

constexpr Pass kPasses[] = {
#define KC_PASS(name, devices, min_level, forms, function) \
  {name, Devices::devices, min_level, Forms::forms, RunOn<function>},
#include "compiler/passes/passes.def"
};

bool IsFor(const Pass& pass, abi::DeviceKind device) {
  const Devices own = device == abi::DeviceKind::Cuda ? Devices::Cuda : Devices::Cpu;
  return pass.devices == Devices::Any || pass.devices == own;
}

bool Runs(const Pass& pass, const PipelineOptions& options) {
  return IsFor(pass, options.device) && options.opt_level >= pass.min_level &&
         (!options.for_source || pass.forms == Forms::Any);
}

void VerifyAfter(std::string_view pass, const kir::Module& module) {
  const std::vector<std::string> faults = kir::Verify(module);
  KC_CHECK(faults.empty(), "KIR after {}: {}", pass, fmt::join(faults, "\n"));
}

}  // namespace

std::vector<std::string_view> PassNames() {
  std::vector<std::string_view> names;
  for (const Pass& pass : kPasses) {
    names.push_back(pass.name);
  }
  return names;
}

bool RunPass(std::string_view name, abi::DeviceKind device, kir::Module& module) {
  PipelineOptions options;
  options.device = device;
  for (const Pass& pass : kPasses) {
    if (pass.name == name && IsFor(pass, device)) {
      pass.run(module, options);
      return true;
    }
  }
  return false;
}

void RunPipeline(kir::Module& module, const PipelineOptions& options, diag::Emitter& emitter) {
  if (options.verify_each) {
    VerifyAfter("sema", module);
  }
  for (const Pass& pass : kPasses) {
    if (!Runs(pass, options)) {
      continue;
    }
    const auto begin = std::chrono::steady_clock::now();
    if (pass.run == RunOn<SplitBarrierRegions>) {
      const int errors = emitter.error_count();
      ReportRecursiveBarriers(module, emitter);
      if (emitter.error_count() != errors) {
        return;
      }
    }
    pass.run(module, options);
    if (options.times != nullptr) {
      const std::chrono::duration<double, std::milli> time =
          std::chrono::steady_clock::now() - begin;
      options.times->push_back({pass.name, time.count()});
    }
    if (options.verify_each) {
      VerifyAfter(pass.name, module);
    }
    if (options.after_pass) {
      options.after_pass(pass.name, module);
    }
  }
}

}  // namespace kernelc::passes
