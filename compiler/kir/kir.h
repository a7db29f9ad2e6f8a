// KIR: the typed, structured intermediate representation. A module holds functions; a function
// holds nested regions of operations. Every conversion, wraparound and bounds decision is written
// out.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/base/check.h"
#include "compiler/base/id.h"
#include "compiler/base/source.h"
#include "compiler/types/type.h"

namespace kernelc::kir {

// An operation, and the value that it gives.
KC_DECLARE_ID(InstId);
KC_DECLARE_ID(RegionId);
KC_DECLARE_ID(FunctionId);
KC_DECLARE_ID(ConstantId);

enum class Op : std::uint8_t {
#define KIR_OP(name, text, min_operands, max_operands, regions, attribute, result, effects, \
               spread, flow, bits, cuda)                                                    \
  name,
#include "compiler/kir/ops.def"
  kCount,
};

enum class AttributeKind : std::uint8_t {
  None,
  Int,
  Float,
  Text,
  Ints,
  Compare,
  Atomic,
  Builtin,
  Callee,
  Constant,
  Error,
};
enum class ResultRule : std::uint8_t { None, Same, Bool, Typed };
enum class Effects : std::uint8_t { Pure, Reads, Writes, Control, Call };
enum class Flow : std::uint8_t { Next, Late, Branches, Loops, Threads, Ends, Leaves };
enum class Bits : std::uint8_t { Low, All };

// The row of ops.def for an operation.
struct OpInfo {
  std::string_view text;
  std::uint32_t min_operands;
  std::uint32_t max_operands;
  std::uint32_t regions;
  AttributeKind attribute;
  ResultRule result;
  Effects effects;
  Flow flow;
  Bits bits;
};
const OpInfo& op_info(Op op);

enum class ComparePredicate : std::uint8_t { Eq, Ne, Lt, Le, Gt, Ge };
enum class AtomicKind : std::uint8_t {
  Add,
  Sub,
  Min,
  Max,
  NanMin,
  NanMax,
  And,
  Or,
  Xor,
  Exchange,
  Inc,
  Dec,
};
inline constexpr std::int64_t kPredicateCount = 6;
inline constexpr std::int64_t kAtomicCount = 12;
std::string_view predicate_name(ComparePredicate predicate);
std::string_view atomic_name(AtomicKind kind);
// The operation works on bits or counts: it does not exist for floats.
bool atomic_needs_integer(AtomicKind kind);

// `value` as an integer (or bool) of the type holds it: how ConstInt keeps its value.
std::int64_t WrapInteger(TypeId type, std::int64_t value);

// A piece of a function's operand or region pool.
struct Slice {
  std::uint32_t begin = 0;
  std::uint32_t count = 0;
};

struct Inst {
  Op op = Op::Zero;
  // Type of the value; types::kVoid where there is none.
  TypeId type = types::kVoid;
  SourceRange range;
  Slice operands;
  Slice regions;
  // See AttributeKind.
  std::int64_t imm = 0;
  std::uint32_t text = 0;
};

// A loop of the program.
inline bool IsLoop(const Inst& inst) { return op_info(inst.op).flow == Flow::Loops; }
// Nothing of its region comes behind it.
inline bool IsTerminator(const Inst& inst) {
  const Flow flow = op_info(inst.op).flow;
  return flow == Flow::Ends || flow == Flow::Leaves;
}
// Memory of its own, with extents that are numbers: shared_array, local_array.
inline bool IsStaticArray(const Inst& inst) {
  return op_info(inst.op).attribute == AttributeKind::Ints;
}

// A list of operations that run in order.
struct Region {
  std::vector<InstId> insts;
};

// Bits of ElementPtr's imm from here on: bit kSliceStartShift + d says that index d is where a
// slice starts, so that it may be the extent. Set where Module::checks.errors is, for
// passes/insert_checks.
inline constexpr unsigned kSliceStartShift = 32;

// What is known about a parameter, beyond its type.
struct ParamFacts {
  // No other array that the function can reach overlaps this one.
  bool noalias = false;
  // The function never writes through it, and nothing else writes to its memory while the kernel
  // runs.
  bool readonly = false;
  abi::ArrayFacts array;
  friend bool operator==(const ParamFacts&, const ParamFacts&) = default;
};

struct Param {
  std::string name;
  TypeId type;
  ParamFacts facts;
  SourceRange range;
  // Its value: an inst with op Param.
  InstId value;
};

// The name that the program gives a value, for text that people read.
struct ValueName {
  InstId value;
  // Index into Function::strings.
  std::uint32_t text = 0;
};

// That the program writes a number with names of constants, `TW + 1`: see NamedConstant.
struct ConstantText {
  // A const_int or const_float; or a shared_array or local_array, of which `place` is the extent;
  // or a tuple_make of numbers.
  InstId value;
  std::uint32_t place = 0;
  // Index into Function::strings: names of the module's constants, numbers, `+ - * / %` and
  // parentheses, all of which mean the same in Python and in C here. Of a tuple_make, the name of
  // the tuple.
  std::uint32_t text = 0;
};

enum class FunctionKind : std::uint8_t { Kernel, Device };

// How code that is not ours calls a device function.
enum class Export : std::uint8_t {
  // It does not.
  None,
  // As a function of C. A thread that ends in it leaves with a result of zero.
  Plain,
  // The same for a function whose result is a status: 0, or 1 where a thread ended in it.
  Status,
};

struct FunctionOptions {
  bool fastmath = false;
  bool force_inline = false;
  // A kernel whose decorator says debug=True.
  bool debug = false;
  // Kernels: no two arrays of the arguments overlap where one of them is written; the launch has
  // checked it (see abi::KernelInfo).
  bool no_overlap = false;
  // 0 where not given.
  std::uint32_t max_threads_per_block = 0;
  std::uint32_t min_blocks_per_multiprocessor = 0;
  std::uint32_t max_registers = 0;
  // Blocks of a cluster at most, for GPUs that have clusters.
  std::uint32_t max_blocks_per_cluster = 0;
  // Kernels: what the function calls y (1) or z (2) in places, sizes and extents is the launch's x,
  // and the other way around.
  std::uint32_t exchanged_axis = 0;
  // Device functions: under their symbol.
  Export exported = Export::None;
  friend bool operator==(const FunctionOptions&, const FunctionOptions&) = default;
};

struct Function {
  // As the user wrote it: "saxpy", "outer.inner".
  std::string name;
  // Unique in the module, and a valid identifier of C, PTX and ELF.
  std::string symbol;
  FunctionKind kind = FunctionKind::Kernel;
  FunctionOptions options;
  std::vector<Param> params;
  TypeId result = types::kVoid;
  RegionId body;
  SourceRange range;

  // Stores. Ids are indices; nothing is ever removed from them.
  std::vector<Inst> insts;
  std::vector<Region> regions;
  std::vector<InstId> operand_pool;
  std::vector<RegionId> region_pool;
  std::vector<std::string> strings;
  std::vector<std::vector<std::int64_t>> int_lists;
  // Not part of what the function means: passes may lose them, and KIR text has none.
  std::vector<ValueName> value_names;
  std::vector<ConstantText> constant_texts;

  Inst& inst(InstId id) { return insts[id.index]; }
  const Inst& inst(InstId id) const { return insts[id.index]; }
  Region& region(RegionId id) { return regions[id.index]; }
  const Region& region(RegionId id) const { return regions[id.index]; }
  std::span<InstId> operands(const Inst& inst) {
    return std::span(operand_pool).subspan(inst.operands.begin, inst.operands.count);
  }
  std::span<const InstId> operands(const Inst& inst) const {
    return std::span(operand_pool).subspan(inst.operands.begin, inst.operands.count);
  }
  InstId operand(const Inst& inst, std::uint32_t index) const { return operands(inst)[index]; }
  std::span<const RegionId> regions_of(const Inst& inst) const {
    return std::span(region_pool).subspan(inst.regions.begin, inst.regions.count);
  }
  RegionId region_of(const Inst& inst, std::uint32_t index) const {
    return regions_of(inst)[index];
  }
  std::string_view text_of(const Inst& inst) const { return strings[inst.text]; }

  Slice AddOperands(std::span<const InstId> ids);
  Slice AddRegions(std::span<const RegionId> ids);
  RegionId AddRegion();
  // Adds to the store; the caller puts it into a region.
  InstId AddInst(const Inst& inst);
  std::uint32_t AddString(std::string_view text);
  std::int64_t AddInts(std::vector<std::int64_t> values);
};

// Bytes that all functions of a module can read and nobody writes.
struct Constant {
  // Unique among functions and constants; an identifier.
  std::string symbol;
  // A read-only array in C or F order, in constant or global memory.
  TypeId type;
  std::vector<std::int64_t> extents;
  // The elements as memory holds them, little-endian.
  std::string bytes;
  // What the program calls it, for text that people read; empty where it has no name.
  std::string name;
};

// A number that the program gives a name, `TW = 16`, for text that people read.
struct NamedConstant {
  // Unique among those of the module.
  std::string name;
  // A bool, an integer, float32 or float64.
  TypeId type;
  // As ConstInt and ConstFloat have it.
  std::int64_t imm = 0;
};

// The name that the program gives a record type, `Body = np.dtype([...])`.
struct RecordName {
  TypeId type;
  std::string name;
};

// What a module's code watches for, beyond what it computes.
struct Checks {
  // `fail` is reported to the host; without it, it only ends its thread. Set with any of the
  // others.
  bool errors = false;
  // Indices of arrays and tuples, counts of shifts, integer divisors, steps.
  bool bounds = false;
  // Divisors of floating-point numbers, as Python has it.
  bool float_division = false;
  // CPU device: reads of shared memory that nothing was stored to.
  bool init = false;
  // CPU device: uses of one element of shared memory by several threads, of which one writes, with
  // no barrier in between.
  bool race = false;
  friend bool operator==(const Checks&, const Checks&) = default;
};

struct Module {
  types::TypeStore types;
  std::deque<Function> functions;
  std::deque<Constant> constants;
  // Names for text that people read: not part of what the module means, and KIR text has none.
  std::vector<NamedConstant> named_constants;
  std::vector<RecordName> record_names;
  Checks checks;

  Function& function(FunctionId id) { return functions[id.index]; }
  const Function& function(FunctionId id) const { return functions[id.index]; }
  const Constant& constant(ConstantId id) const { return constants[id.index]; }
};

// Whether somebody outside the module may call `function`: kernels, and what is exported.
inline bool IsEntry(const Function& function) {
  return function.kind == FunctionKind::Kernel || function.options.exported != Export::None;
}

}  // namespace kernelc::kir
