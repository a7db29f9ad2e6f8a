#include "tests/passes/pass_command.h"

#include <fmt/format.h>

#include <fstream>
#include <map>
#include <sstream>

#include "compiler/kir/analysis/value_ranges.h"
#include "compiler/kir/parser.h"
#include "compiler/kir/printer.h"
#include "compiler/kir/verifier.h"
#include "compiler/passes/barrier_groups.h"
#include "compiler/passes/barrier_guards.h"
#include "compiler/passes/barrier_regions.h"
#include "compiler/passes/index32.h"
#include "compiler/passes/inline_calls.h"
#include "compiler/passes/insert_checks.h"
#include "compiler/passes/known_overlaps.h"
#include "compiler/passes/lower_failures.h"
#include "compiler/passes/merge_stores.h"
#include "compiler/passes/readonly_noalias.h"
#include "compiler/passes/version_loops.h"
#include "compiler/passes/wait_failures.h"
#include "compiler/passes/wait_turns.h"
#include "compiler/passes/watch_shared.h"
#include "compiler/passes/wraparound.h"

namespace kernelc::passes {
namespace {

std::string Spell(kir::Wide value) {
  const kir::Interval int64 = kir::IntervalOf(types::kInt64);
  if (value <= int64.lo || value >= int64.hi) {
    return value < 0 ? "min" : "max";
  }
  return std::to_string(static_cast<std::int64_t>(value));
}

// The operands of every store of an integer: tests store what they want to know.
void PrintRanges(const kir::Module& module, std::ostream& out) {
  for (const kir::Function& function : module.functions) {
    kir::AnalyzeRanges(module, function, [&](kir::InstId id, const kir::RangeQuery& ranges) {
      const kir::Inst& inst = function.inst(id);
      if (inst.op != kir::Op::Store) {
        return;
      }
      const kir::Interval range = ranges.range(function.operand(inst, 1));
      out << kir::PrintInst(module, function, id) << ": "
          << (range.empty() ? "nothing" : fmt::format("{} to {}", Spell(range.lo), Spell(range.hi)))
          << "\n";
    });
  }
}

bool RunPass(const std::string& name, kir::Module& module) {
  static const std::map<std::string, void (*)(kir::Module&)> passes = {
      {"barrier_groups", GroupThreadLoops},
      {"barrier_guards", BoundThreadLoops},
      {"barrier_regions", SplitBarrierRegions},
      {"index32", NarrowIndices},
      {"inline_calls", InlineCalls},
      {"insert_checks", InsertChecks},
      {"known_overlaps", DropKnownOverlaps},
      {"lower_failures", LowerFailures},
      {"merge_stores", MergeStores},
      {"readonly_noalias", InferReadonlyNoalias},
      {"readonly_noalias_of_blocks", InferReadonlyNoaliasOfBlocks},
      {"version_loops", VersionLoops},
      {"wait_failures", EndFailedWaits},
      {"wait_turns", AddWaitTurns},
      {"watch_shared", WatchShared},
      {"wraparound", DropWraparound},
  };
  const auto found = passes.find(name);
  if (found != passes.end()) {
    found->second(module);
  }
  return found != passes.end();
}

bool ReportFaults(const kir::Module& module, std::string_view when, std::ostream& err) {
  const std::vector<std::string> faults = kir::Verify(module);
  for (const std::string& fault : faults) {
    err << when << ": " << fault << "\n";
  }
  return !faults.empty();
}

}  // namespace

int RunPassCommand(std::span<const std::string> args, std::ostream& out, std::ostream& err) {
  if (args.empty()) {
    err << "no file\n";
    return 2;
  }
  std::ifstream stream(args.back(), std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  Result<kir::Module> module = kir::Parse(text.str());
  if (!module.ok()) {
    err << module.failure().message << "\n";
    return 1;
  }
  if (ReportFaults(*module, "before", err)) {
    return 1;
  }
  for (const std::string& name : args.first(args.size() - 1)) {
    if (name == "ranges") {
      PrintRanges(*module, out);
      return 0;
    }
    if (!RunPass(name, *module)) {
      err << "no pass " << name << "\n";
      return 2;
    }
    if (ReportFaults(*module, name, err)) {
      return 1;
    }
  }
  out << kir::Print(*module);
  return 0;
}

}  // namespace kernelc::passes
