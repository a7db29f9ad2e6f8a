#include "tests/passes/pass_command.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "compiler/kir/analysis/value_ranges.h"
#include "compiler/kir/parser.h"
#include "compiler/kir/printer.h"
#include "compiler/kir/verifier.h"
#include "compiler/passes/pipeline.h"

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

// `name`, or `name:cpu` for the CPU's where both devices have one.
bool RunNamed(std::string_view name, kir::Module& module) {
  constexpr std::string_view kCpu = ":cpu";
  if (name.ends_with(kCpu)) {
    return RunPass(name.substr(0, name.size() - kCpu.size()), abi::DeviceKind::Cpu, module);
  }
  return RunPass(name, abi::DeviceKind::Cuda, module) ||
         RunPass(name, abi::DeviceKind::Cpu, module);
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
    if (!RunNamed(name, *module)) {
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
