// One function of a KIR module as CUDA C++.
//
// KIR's values become expressions where that is what a person would write, and named constants
// where a value is used often, has a name in the program, or could change before its use: reads of
// memory and of variables do not move over what writes them.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/builtins/builtins.h"
#include "compiler/codegen/cuda_cpp/comments.h"
#include "compiler/codegen/cuda_cpp/expr.h"
#include "compiler/codegen/cuda_cpp/function_text.h"
#include "compiler/codegen/cuda_cpp/module_text.h"
#include "compiler/codegen/cuda_cpp/unused_names.h"
#include "compiler/kir/kir.h"

namespace kernelc::codegen::cuda_cpp {

class FunctionWriter {
 public:
  FunctionWriter(ModuleText& module, const kir::Function& function);

  // Once.
  FunctionText Write();

 private:
  // What a read must not move over.
  struct Hazards {
    bool memory = false;
    std::set<std::uint32_t> slots;
    void Add(const Hazards& other) {
      memory |= other.memory;
      slots.insert(other.slots.begin(), other.slots.end());
    }
    bool any() const { return memory || !slots.empty(); }
  };

  // A value that has been met and not been written yet.
  struct Pending {
    Expr expr;
    // `expr` is what the pointer points to.
    bool is_place = false;
    Hazards hazards;
    std::uint32_t uses_left = 0;
  };

  // An array whose parts have names of their own: a parameter of a kernel, or a shared or local
  // array.
  struct NamedArray {
    Expr data;
    std::vector<Expr> extents;
    // A C++ array with these extents, indexed one by one.
    bool is_static = false;
    // Data of the file.
    bool is_constant = false;
    // The name of the kc::Array of it, where anybody needs one; else empty.
    std::string whole;
  };

  // function_writer.cpp
  // All but the body.
  FunctionText Head();
  const kir::Inst& inst(kir::InstId id) const { return function_.inst(id); }
  const types::Type& type(TypeId id) const { return module_.types().get(id); }
  TypeId type_of(kir::InstId id) const { return inst(id).type; }
  std::string Spell(TypeId id) { return module_.types().Spell(id); }
  // The type of a value, of const elements where it is only read through.
  std::string SpellValue(kir::InstId id);
  bool IsReadOnly(kir::InstId id) const { return module_.read_only().contains(function_, id); }
  // Of the statement that is written.
  SourceRange range_;
  void Line(std::string_view text) { PutLine({std::string(text)}); }
  // `type name` and, unless that is empty, ` = value`. What stands behind an array's name comes
  // with the name's.
  void Declare(std::string_view type, const std::string& name, std::string_view value,
               std::string_view extents = "");
  // `name = value` of a variable.
  void Assign(const std::string& name, const Expr& value);
  void PutLine(TextLine line);
  void Block(std::string_view head, kir::RegionId region);
  void WriteRegion(kir::RegionId region);
  void WriteInst(kir::InstId id);
  void WriteSlotLoad(kir::InstId id, const kir::Inst& inst);
  void WriteSlotStore(kir::InstId id, const kir::Inst& inst);
  void WriteReturn(kir::InstId id, const kir::Inst& inst);
  // An operation that only computes.
  void WriteOperation(kir::InstId id, const kir::Inst& inst);
  // Of effect Control.
  void WriteControl(kir::InstId id, const kir::Inst& inst);
  void WritePure(kir::InstId id, const kir::Inst& inst);
  void WriteJump(const kir::Inst& inst);
  void WriteWaitTurn(kir::InstId id);
  std::optional<kir::InstId> Next() const;
  bool IsUsedAtOnce(kir::InstId id) const;
  void WriteComments(const kir::Inst& inst);
  // Gives `id` the value `expr`: now, or where it is used.
  void Give(kir::InstId id, Expr expr, bool is_place = false);
  void Name(kir::InstId id, const Expr& expr, bool is_place);
  // `id` is `expr` from here on, which does not change: the variable `name`.
  void SetValue(kir::InstId id, Expr expr);
  void SetName(kir::InstId id, const std::string& name) { SetValue(id, {name, Binding::Name}); }
  // Names what is pending and must not move over a write of `hazards`; all of it where
  // `everything`.
  void Settle(const Hazards& hazards, bool everything = false);
  std::string NewName(kir::InstId id);

  // The value of an operand; notes its hazards.
  Expr Use(kir::InstId id);
  // As Use, with a literal that has the operand's own type.
  Expr UseTyped(kir::InstId id);
  // Known to be greater than zero, as the sizes of blocks and grids are.
  bool IsPositive(kir::InstId id) const;
  // What the pointer `id` points to.
  Expr UsePlace(kir::InstId id);
  std::string Converted(kir::InstId id) { return Use(id).converted(); }
  kir::InstId operand(const kir::Inst& inst, std::uint32_t index) const {
    return function_.operand(inst, index);
  }
  TypeId operand_type(const kir::Inst& inst, std::uint32_t index) const {
    return type_of(operand(inst, index));
  }

  // plan_values.cpp
  void Plan();
  void FindForwarded();
  void FindPlainDivisions();
  void CountUses(kir::RegionId region);
  void CountUses(kir::InstId user, const ElementAssignment& assignment);
  bool IsDroppable(const kir::Inst& value) const;
  void PlanSlots();
  bool IsWholeUse(const kir::Inst& user, std::uint32_t operand) const;

  // write_values.cpp
  Expr Literal(const kir::Inst& inst, bool typed);
  bool IsLiteral(kir::InstId id) const;
  std::optional<std::int64_t> KnownInteger(kir::InstId id) const;
  Expr ConvertScalar(const Expr& value, TypeId from, TypeId to);
  Expr Convert(const kir::Inst& inst);
  std::pair<Expr, Expr> Operands(const kir::Inst& inst);
  Expr Arithmetic(const kir::Inst& inst);
  Expr PlainDivision(const kir::Inst& inst);
  Expr Compare(const kir::Inst& inst);
  Expr Bitcast(const kir::Inst& inst);
  std::optional<bool> ComparesWithZero(const kir::Inst& value,
                                       kir::ComparePredicate predicate) const;
  bool NegationShows(const kir::Inst& value) const;
  Expr BitNot(const kir::Inst& inst);
  Expr Negation(const kir::Inst& inst);
  Expr TupleIndex(const kir::Inst& inst);
  Expr FusedMultiplyAdd(const kir::Inst& inst);
  // Python's `not`.
  Expr Negated(const kir::Inst& inst);
  // A complex number, a tuple or an optional value of its parts.
  Expr Aggregate(const kir::Inst& inst);
  Expr Select(const kir::Inst& inst);
  std::optional<std::string> NamedTable(kir::InstId id);
  // The value of an operation that only computes; none for the others.
  Expr Pure(const kir::Inst& inst);

  // write_memory.cpp
  std::vector<ParamText> ParamList();
  // Adds the parameters that a value of type `id` takes, and gives what it is then.
  // `param` is null for a part of another one.
  Expr AddParam(const kir::Param* param, TypeId id, const std::string& name,
                const kir::ParamFacts& facts, std::vector<ParamText>* params);
  Expr AddArrayParam(const kir::Param* param, TypeId id, const std::string& name,
                     const kir::ParamFacts& facts, std::vector<ParamText>* params);
  NamedArray* FindArray(kir::InstId id);
  Expr Extent(kir::InstId array, std::uint32_t dim);
  Expr Index(const kir::Inst& inst, std::uint32_t dim);
  Expr Element(const kir::Inst& inst);
  Expr Field(const kir::Inst& inst);
  // Whether the array is a field of a record that is a C++ array as well; gives it that name then.
  bool FindFieldArray(kir::InstId id, const kir::Inst& inst);
  Expr Whole(kir::InstId array);
  void WriteStaticArray(kir::InstId id, const kir::Inst& inst);
  void FindConstant(kir::InstId id, const kir::Inst& inst);
  Expr DataOf(kir::InstId array);
  void WriteDynamicArray(kir::InstId id, const kir::Inst& inst);
  Expr ArrayPart(const kir::Inst& inst);
  Expr Load(const kir::Inst& inst);
  void WriteStore(const kir::Inst& inst);

  // write_assignments.cpp
  const ElementAssignment* FindAssignment(kir::InstId id) const;
  void WriteAssignment(const kir::Inst& inst, const ElementAssignment& assignment);
  std::string StoredElement(const ElementAssignment& assignment);
  Expr Atomic(const kir::Inst& inst);
  Expr LocalChange(const kir::Inst& inst);
  std::string ChangedValue(kir::AtomicKind kind, const std::string& value, TypeId element);

  // write_builtins.cpp
  // Void builtins give an empty text.
  Expr Builtin(const kir::Inst& inst);
  Expr Place(builtins::BuiltinId id);
  Expr Math(const kir::Inst& inst, std::string_view name);
  Expr Libdevice(const kir::Inst& inst, std::string_view name);
  // Writes a builtin; `name` is that of its row for CUDA C++.
  using BuiltinWriter = Expr (FunctionWriter::*)(const kir::Inst& inst, builtins::BuiltinId id,
                                                 std::string_view name);
  // Null for builtins that are written by their row.
  static BuiltinWriter WriterOf(builtins::BuiltinId id);
  Expr Absolute(const kir::Inst& inst, builtins::BuiltinId id, std::string_view name);
  Expr Ballot(const kir::Inst& inst, builtins::BuiltinId id, std::string_view name);
  // A load or store with a cache operator.
  Expr CachedAccess(const kir::Inst& inst, builtins::BuiltinId id, std::string_view name);
  Expr CopyAsyncWait(const kir::Inst& inst, builtins::BuiltinId id, std::string_view name);
  Expr GridSync(const kir::Inst& inst, builtins::BuiltinId id, std::string_view name);
  Expr LaneQuery(const kir::Inst& inst, builtins::BuiltinId id, std::string_view name);
  Expr Match(const kir::Inst& inst, builtins::BuiltinId id, std::string_view name);
  Expr MinMax(const kir::Inst& inst, builtins::BuiltinId id, std::string_view name);
  // A conversion to a 16-bit float with a rounding.
  Expr Narrowing(const kir::Inst& inst, builtins::BuiltinId id, std::string_view name);
  Expr Shuffle(const kir::Inst& inst, builtins::BuiltinId id, std::string_view name);
  Expr SyncWarp(const kir::Inst& inst, builtins::BuiltinId id, std::string_view name);
  Expr Vote(const kir::Inst& inst, builtins::BuiltinId id, std::string_view name);
  Expr Wgmma(const kir::Inst& inst, builtins::BuiltinId id, std::string_view name);
  Expr WgmmaWait(const kir::Inst& inst, builtins::BuiltinId id, std::string_view name);
  std::string Arguments(const kir::Inst& inst, std::uint32_t first = 0);
  std::string Mask(kir::InstId id);

  // write_control.cpp
  void WriteIf(kir::InstId id, const kir::Inst& inst);
  void WriteWhile(const kir::Inst& inst);
  void WriteFor(const kir::Inst& inst);
  std::string LoopBound(const kir::Inst& inst, std::uint32_t index, std::string_view name);
  void WriteCall(kir::InstId id, const kir::Inst& inst);
  void WritePrint(const kir::Inst& inst);
  void WriteReport(const kir::Inst& inst);
  // The region computes its `yield` or `condition` operand and does nothing else.
  bool IsExpression(kir::RegionId region) const;
  Expr RegionValue(kir::RegionId region);
  Hazards WritesOf(kir::RegionId region) const;
  bool Writes(const kir::Inst& inst, Hazards* hazards) const;

  ModuleText& module_;
  const kir::Function& function_;
  const Assignments& assignments_;
  NameTable names_;
  Comments comments_;
  std::vector<TextLine> lines_;
  unsigned indent_ = 1;
  // By InstId.
  std::vector<std::uint32_t> uses_;
  // The one that was counted last.
  std::vector<kir::InstId> user_;
  std::vector<bool> is_whole_;
  std::vector<bool> is_address_taken_;
  std::vector<std::string> value_names_;
  std::vector<std::optional<Pending>> pending_;
  std::vector<kir::InstId> order_;
  std::unordered_map<std::uint32_t, NamedArray> arrays_;
  std::unordered_map<std::uint32_t, std::string> slots_;
  // Slots that are read; the others are not written.
  std::set<std::uint32_t> loaded_slots_;
  // Stores that declare their slot.
  std::set<std::uint32_t> declaring_;
  // Operations, by InstId: what is not written, tests that end no thread and questions that nobody
  // asks; loads of variables that are not written, and what they give; divisions of what is not
  // negative.
  std::set<std::uint32_t> idle_checks_;
  std::unordered_map<std::uint32_t, kir::InstId> forwarded_;
  std::set<std::uint32_t> plain_divisions_;
  // What stands behind the operation that is being written, in its block.
  std::span<const kir::InstId> rest_;
  // Of the expression that is being put together.
  Hazards hazards_;
};

}  // namespace kernelc::codegen::cuda_cpp
