#include "tests/fuzz/targets.h"

#include <fmt/format.h>

#include <random>
#include <span>
#include <stdexcept>

#include "compiler/ast/printer.h"
#include "compiler/diag/emitter.h"
#include "compiler/diag/renderer.h"
#include "compiler/parse/parse.h"

#ifdef KERNELC_FUZZ_SEMA
#include "compiler/advice/advice.h"
#include "compiler/kir/verifier.h"
#include "compiler/sema/sema.h"
#endif

namespace kernelc::fuzz {
namespace {

[[noreturn]] void Report(std::string message) { throw std::logic_error(std::move(message)); }

// A source text with what was said about it.
class Unit {
 public:
  explicit Unit(const std::string& text) : file_(sources_.AddText("fuzz.py", text)) {}

  SourceManager& sources() { return sources_; }
  FileId file() const { return file_; }
  diag::Emitter& emitter() { return emitter_; }

  // Every diagnostic can be shown and points into the text.
  void CheckDiagnostics() const {
    const std::size_t size = sources_.file(file_).text().size();
    for (const diag::Diagnostic& diagnostic : consumer_.diagnostics()) {
      CheckRange(diagnostic, diagnostic.range, size);
      for (const diag::Label& label : diagnostic.labels) {
        CheckRange(diagnostic, label.range, size);
      }
      if (diagnostic.message.empty()) {
        Report(fmt::format("{} without a message", diag::kind_info(diagnostic.kind).name));
      }
    }
    const diag::Report report{{{&sources_, consumer_.diagnostics()}}, {}};
    for (const auto format : {diag::Format::Text, diag::Format::Json, diag::Format::Sarif}) {
      diag::Render(report, format);
    }
  }

 private:
  static void CheckRange(const diag::Diagnostic& diagnostic, SourceRange range, std::size_t size) {
    if (range.has_value() && (range.begin > range.end || range.end > size)) {
      Report(fmt::format("{} at [{}, {}) of {} bytes", diag::kind_info(diagnostic.kind).name, range.begin,
                         range.end, size));
    }
  }

  SourceManager sources_;
  FileId file_;
  diag::CollectingConsumer consumer_;
  diag::Emitter emitter_{consumer_};
};

void FuzzParse(const std::string& text, std::uint64_t) {
  Unit unit(text);
  const auto module = parse::Parse(unit.sources(), unit.file(), unit.emitter());
  if (!module) {
    Report("Parse gave no module");
  }
  ast::Print(*module);
  unit.CheckDiagnostics();
}

#ifdef KERNELC_FUZZ_SEMA

constexpr int kTypesPerFunction = 2;

abi::ArgType RandomArgType(std::mt19937_64& random) {
  const auto kind = static_cast<abi::ScalarKind>(random() % static_cast<unsigned>(abi::ScalarKind::kCount));
  // Kernels of the corpus want numbers and arrays of numbers above all.
  switch (random() % 8) {
    case 0:
      return abi::ArgType::Scalar(kind);
    case 1:
      return abi::ArgType::Scalar(abi::ScalarKind::Int64);
    case 2:
      return abi::ArgType::Array(kind, static_cast<unsigned>(random() % 4));
    case 3:
      return abi::ArgType::Array(abi::ScalarKind::Int32, 1);
    case 4:
      return abi::ArgType::Array(abi::ScalarKind::Float64, 2, static_cast<abi::Layout>(random() % 3));
    default:
      return abi::ArgType::Array(abi::ScalarKind::Float32, 1 + static_cast<unsigned>(random() % 2),
                                 static_cast<abi::Layout>(random() % 3));
  }
}

void CheckKernel(Unit& unit, const sema::FileIndex& index, const sema::KernelRequest& request,
                 const sema::Options& options, bool is_well_formed) {
  const int errors_before = unit.emitter().error_count();
  const auto module = sema::Check(index, std::span(&request, 1), options, unit.emitter());
  // A repeat of an error that was reported before is dropped by the emitter.
  if (!module && unit.emitter().error_count() == 0) {
    Report("Check failed without a diagnostic");
  }
  if (module && unit.emitter().error_count() > errors_before) {
    Report("Check gave a module and an error");
  }
  if (module && is_well_formed) {
    const std::vector<std::string> faults = kir::Verify(*module);
    if (!faults.empty()) {
      Report("KIR does not verify: " + faults.front());
    }
  }
}

void FuzzSema(const std::string& text, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Unit unit(text);
  const auto module = parse::Parse(unit.sources(), unit.file(), unit.emitter());
  // The command stops here when there are syntax errors. Sema must live through such a tree all the same, though what it
  // makes of it is not used.
  const bool is_well_formed = !unit.emitter().has_errors();
  if (!is_well_formed && random() % 4 != 0) {
    return;
  }
  const sema::FileIndex index = sema::IndexFile(unit.sources(), *module);
  sema::Options options;
  options.literals = static_cast<sema::LiteralMode>(random() % 3);
  for (std::size_t i = 0; i < index.functions().size(); ++i) {
    const sema::FunctionEntry& function = index.functions()[i];
    advice::CheckUntyped(index, i, unit.emitter());
    for (const std::vector<abi::ArgType>& signature : function.signatures) {
      CheckKernel(unit, index, {i, signature}, options, is_well_formed);
    }
    for (int j = 0; j < kTypesPerFunction; ++j) {
      sema::KernelRequest request{i, {}};
      for (std::size_t k = 0; k < function.params.size(); ++k) {
        request.arg_types.push_back(RandomArgType(random));
      }
      CheckKernel(unit, index, request, options, is_well_formed);
    }
  }
  unit.CheckDiagnostics();
}

#endif

struct TargetRow {
  std::string_view name;
  Target target;
};

constexpr TargetRow kTargets[] = {
    {"parse", FuzzParse},
#ifdef KERNELC_FUZZ_SEMA
    {"sema", FuzzSema},
#endif
};

}  // namespace

std::vector<std::string_view> target_names() {
  std::vector<std::string_view> names;
  for (const TargetRow& row : kTargets) {
    names.push_back(row.name);
  }
  return names;
}

Target FindTarget(std::string_view name) {
  for (const TargetRow& row : kTargets) {
    if (row.name == name) {
      return row.target;
    }
  }
  return nullptr;
}

}  // namespace kernelc::fuzz
