// What the functions that emit one function share: the program, the KIR under construction and what
// is known about the function's names. The families of constructs (emit_*.h) are functions over it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/kir/builder.h"
#include "compiler/scopes/scopes.h"
#include "compiler/sema/emit_types.h"
#include "compiler/sema/program.h"

namespace kernelc::sema {

struct FunctionContext {
  FunctionContext(Program& in_program, Instance& of_instance);
  FunctionContext(const FunctionContext&) = delete;
  FunctionContext& operator=(const FunctionContext&) = delete;

  // That of the file that defines the function.
  Evaluator& evaluator() { return program.evaluator(); }
  bool is_library() const { return function.file->is_library(); }
  types::PromotionRules rules() const {
    return is_library() ? types::PromotionRules::Weak : program.rules();
  }
  // The host hears of errors in kernels.
  bool reports_errors() const { return program.module().checks.errors; }

  const types::Type& type_of(const Value& value) const { return program.types().get(value.type); }
  std::string Spell(TypeId type) const { return types::Spell(program.types(), type); }

  // Starts a diagnostic. After an error the function has no code.
  diag::Builder Report(SourceRange range, diag::Kind kind, auto&&... args) {
    has_error = has_error || diag::kind_info(kind).severity == diag::Severity::Error;
    return emitter.Build(range, kind, args...);
  }

  // Runs `emit` with `region` as the insertion region.
  auto InRegion(kir::RegionId region, const auto& emit) {
    const RegionScope scope(builder, region);
    return emit();
  }

  Program& program;
  Instance& instance;
  const FunctionInfo& function;
  kir::Function& kir_function;
  kir::Builder builder;
  diag::CollectingConsumer consumer;
  diag::Emitter emitter;
  scopes::Renaming renaming;
  // What this function takes from the one around it.
  std::vector<Value> capture_values;
  unsigned closure_depth = 0;

  // Per pass.
  std::vector<VersionState> states;
  std::map<std::pair<std::uint32_t, TypeId>, kir::InstId> slots;
  // By variable: its name in the function's strings.
  std::unordered_map<std::uint32_t, std::uint32_t> variable_texts;
  std::vector<LoopContext> loops;
  // Reads of variables, by where they begin; phis whose operands have no common type; values
  // compared with None.
  std::unordered_map<std::uint32_t, NameRead> reads;
  std::vector<VersionId> conflicts;
  std::vector<kir::InstId> tested;
  // Views that subscripts made.
  std::unordered_map<kir::InstId, ViewOrigin> view_origins;
  // Constant arrays of the function, and the operations that name them.
  std::map<host::ConstantRef, Value> constant_arrays;
  // What constant tuples are here, by their elements.
  std::unordered_map<std::shared_ptr<const std::vector<Object>>, TupleElements> constant_tuples;
  kir::RegionId constants_region;
  bool has_error = false;
  bool saw_pending = false;
  // No way into the variables whose type is still unknown assigns them.
  bool undefined_is_zero = false;
  SourceRange pending_range;
  // Returned: for another result type than the one that holds now; None before there was one; a
  // value of unknown type.
  bool return_changed = false;
  bool returned_none = false;
  bool returned_unknown = false;
  scopes::LearnedCode learned;

  // Across passes: the types of phis so far.
  std::vector<VersionState> phi_states;
};

}  // namespace kernelc::sema
