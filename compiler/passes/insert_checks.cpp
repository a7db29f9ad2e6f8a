#include "compiler/passes/insert_checks.h"

#include <algorithm>
#include <bit>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/kir/analysis/value_ranges.h"
#include "compiler/kir/builder.h"
#include "runtime/abi/device_error.h"

namespace kernelc::passes {
namespace {

using abi::DeviceErrorCode;
using kir::ComparePredicate;
using kir::Function;
using kir::Inst;
using kir::InstId;
using kir::Interval;
using kir::Module;
using kir::Op;
using kir::RangeQuery;
using kir::RegionId;

bool IsArithmetic(Op op) {
  return op == Op::Div || op == Op::FloorDiv || op == Op::Mod || op == Op::Shl || op == Op::Shr;
}

std::string_view OperatorText(Op op) {
  return op == Op::Div        ? "/"
         : op == Op::FloorDiv ? "//"
         : op == Op::Mod      ? "%"
         : op == Op::Shl      ? "<<"
                              : ">>";
}

// What ranges leave to be tested.
struct Needed {
  // By dimension, for element_ptr: the index may be too low, too high.
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  // For all other operations.
  bool test = false;
};

// Code of stdlib/ has the place of its use. What it computes is the language's: its divisions and
// shifts mean what IEEE and the width make of them.
bool IsLibrary(const Function& function) {
  return function.range.has_value() && std::ranges::all_of(function.insts, [&](const Inst& inst) {
           return inst.op == Op::Param || inst.range == function.range;
         });
}

class CheckPlanner {
 public:
  CheckPlanner(const Module& module, const Function& function)
      : module_(module), function_(function), is_library_(IsLibrary(function)) {}

  std::unordered_map<InstId, Needed> Run() {
    kir::AnalyzeRanges(module_, function_, [&](InstId id, const RangeQuery& ranges) {
      const Needed needed = NeededBy(function_.inst(id), ranges);
      if (needed.low != 0 || needed.high != 0 || needed.test) {
        plan_.emplace(id, needed);
      }
    });
    return std::move(plan_);
  }

 private:
  Needed NeededBy(const Inst& inst, const RangeQuery& ranges) const {
    Needed needed;
    if (inst.op == Op::ElementPtr) {
      return module_.checks.bounds ? IndicesOf(inst, ranges) : needed;
    }
    if (is_library_ && IsArithmetic(inst.op)) {
      return needed;
    }
    const auto range = [&](std::uint32_t operand) {
      return ranges.range(function_.operand(inst, operand));
    };
    if (inst.op == Op::ForRange) {
      needed.test = HoldsZero(range(2));
    } else if (inst.op == Op::TupleIndex) {
      const types::Type& tuple = module_.types.get(function_.inst(function_.operand(inst, 0)).type);
      needed.test = !Within(range(1), 0, static_cast<kir::Wide>(tuple.elements.size()) - 1);
    } else if (inst.op == Op::Shl || inst.op == Op::Shr) {
      needed.test = !Within(range(1), 0, types::scalar_bits(inst.type) - 1);
    } else if (IsArithmetic(inst.op)) {
      needed.test = types::IsInteger(inst.type)
                        ? HoldsZero(range(1))
                        : module_.checks.float_division && !IsConstantDivisor(inst);
    }
    return needed;
  }

  Needed IndicesOf(const Inst& inst, const RangeQuery& ranges) const {
    Needed needed;
    const InstId array = function_.operand(inst, 0);
    for (std::uint32_t dim = 0; dim + 1 < inst.operands.count; ++dim) {
      if ((inst.imm >> (kir::kSliceStartShift + dim) & 1) != 0) {
        continue;
      }
      const InstId index_id = function_.operand(inst, dim + 1);
      const Interval index = ranges.range(index_id);
      const Interval extent = ExtentRange(array, dim, ranges);
      const bool wraps = (inst.imm >> dim & 1) != 0;
      const bool is_unsigned = types::IsUnsigned(function_.inst(index_id).type);
      if (!is_unsigned && !index.empty() && index.lo < (wraps ? -extent.lo : kir::Wide{0})) {
        needed.low |= 1u << dim;
      }
      if (!index.empty() && index.hi >= extent.lo) {
        needed.high |= 1u << dim;
      }
    }
    return needed;
  }

  // Extents of arrays of constant shape are known; others are not negative.
  Interval ExtentRange(InstId array, std::uint32_t dim, const RangeQuery& ranges) const {
    const Inst& inst = function_.inst(array);
    if (IsStaticArray(inst)) {
      const kir::Wide extent = function_.int_lists[static_cast<std::size_t>(inst.imm)][dim];
      return {extent, extent};
    }
    if (inst.op == Op::ArrayMake) {
      const Interval extent = ranges.range(function_.operand(inst, dim + 1));
      return extent.empty() ? Interval{0, 0} : extent;
    }
    return {0, kir::IntervalOf(types::kInt64).hi};
  }

  static bool HoldsZero(const Interval& range) { return range.lo <= 0 && range.hi >= 0; }
  static bool Within(const Interval& range, kir::Wide lo, kir::Wide hi) {
    return range.empty() || (range.lo >= lo && range.hi <= hi);
  }

  bool IsConstantDivisor(const Inst& inst) const {
    const Inst& divisor = function_.inst(function_.operand(inst, 1));
    return divisor.op == Op::ConstFloat && std::bit_cast<double>(divisor.imm) != 0.0;
  }

  const Module& module_;
  const Function& function_;
  const bool is_library_;
  std::unordered_map<InstId, Needed> plan_;
};

class CheckInserter {
 public:
  CheckInserter(Module& module, Function& function, std::unordered_map<InstId, Needed> plan)
      : function_(function),
        builder_(module, function),
        types_(module.types),
        plan_(std::move(plan)) {}

  void RewriteRegion(RegionId region) {
    const std::vector<InstId> insts = std::exchange(function_.region(region).insts, {});
    for (const InstId id : insts) {
      // A copy: the store grows.
      const Inst inst = function_.inst(id);
      builder_.set_insertion_region(region);
      builder_.set_range(inst.range);
      if (const auto found = plan_.find(id); found != plan_.end()) {
        Check(inst, found->second);
        builder_.set_insertion_region(region);
      }
      function_.region(region).insts.push_back(id);
      for (std::uint32_t i = 0; i < inst.regions.count; ++i) {
        RewriteRegion(function_.region_of(inst, i));
      }
    }
  }

 private:
  void Check(const Inst& inst, const Needed& needed) {
    if (inst.op == Op::ElementPtr) {
      for (std::uint32_t dim = 0; dim + 1 < inst.operands.count; ++dim) {
        CheckIndex(inst, dim, (needed.low >> dim & 1) != 0, (needed.high >> dim & 1) != 0);
      }
    } else if (inst.op == Op::ForRange) {
      const InstId step = function_.operand(inst, 2);
      FailIf(Equals(step, builder_.Zero(builder_.type_of(step))), DeviceErrorCode::StepIsZero,
             "`range`", {});
    } else if (inst.op == Op::TupleIndex) {
      const std::size_t size =
          types_.get(builder_.type_of(function_.operand(inst, 0))).elements.size();
      CheckBelow(function_.operand(inst, 1), static_cast<std::int64_t>(size),
                 DeviceErrorCode::TupleIndexOutOfBounds, "");
    } else if (inst.op == Op::Shl || inst.op == Op::Shr) {
      CheckBelow(function_.operand(inst, 1), types::scalar_bits(inst.type),
                 DeviceErrorCode::ShiftOutOfRange, OperatorText(inst.op));
    } else {
      const InstId divisor = function_.operand(inst, 1);
      FailIf(Equals(divisor, builder_.Zero(inst.type)), DeviceErrorCode::DivisionByZero,
             OperatorText(inst.op), {});
    }
  }

  void CheckIndex(const Inst& inst, std::uint32_t dim, bool low, bool high) {
    if (!low && !high) {
      return;
    }
    const InstId array = function_.operand(inst, 0);
    const InstId given = function_.operand(inst, dim + 1);
    const InstId extent = builder_.ArrayExtent(array, dim);
    InstId bad;
    if (builder_.type_of(given) == types::kUInt64) {
      bad = builder_.Compare(ComparePredicate::Ge, given, builder_.Convert(extent, types::kUInt64));
    } else {
      const InstId index = builder_.Convert(given, types::kInt64);
      if (high) {
        bad = builder_.Compare(ComparePredicate::Ge, index, extent);
      }
      if (low) {
        const bool wraps = (inst.imm >> dim & 1) != 0;
        const InstId lowest =
            wraps ? builder_.Unary(Op::Neg, extent) : builder_.ConstInt(types::kInt64, 0);
        const InstId below = builder_.Compare(ComparePredicate::Lt, index, lowest);
        bad = bad.has_value() ? builder_.Binary(Op::Or, bad, below) : below;
      }
    }
    const Inst& source = function_.inst(array);
    const std::string name =
        source.op == Op::Param
            ? "`" + function_.params[static_cast<std::size_t>(source.imm)].name + "`"
            : "";
    FailIf(bad, DeviceErrorCode::IndexOutOfBounds, name,
           {given, extent, builder_.ConstInt(types::kInt64, dim)});
  }

  // 0 <= value < limit.
  void CheckBelow(InstId value, std::int64_t limit, DeviceErrorCode code, std::string_view text) {
    if (builder_.type_of(value) != types::kUInt64) {
      value = builder_.Convert(value, types::kInt64);
    }
    const TypeId type = builder_.type_of(value);
    const InstId end = builder_.ConstInt(type, limit);
    InstId bad = builder_.Compare(ComparePredicate::Ge, value, end);
    if (types::IsSigned(type)) {
      const InstId below =
          builder_.Compare(ComparePredicate::Lt, value, builder_.ConstInt(type, 0));
      bad = builder_.Binary(Op::Or, bad, below);
    }
    FailIf(bad, code, text, {value, builder_.ConstInt(types::kInt64, limit)});
  }

  InstId Equals(InstId left, InstId right) {
    return builder_.Compare(ComparePredicate::Eq, left, right);
  }

  void FailIf(InstId condition, DeviceErrorCode code, std::string_view text,
              std::initializer_list<InstId> values) {
    const RegionId failed = builder_.NewRegion();
    builder_.If(condition, failed, builder_.NewRegion());
    const RegionId outer = builder_.insertion_region();
    builder_.set_insertion_region(failed);
    builder_.Append(Op::Fail, types::kVoid, std::span(values.begin(), values.size()),
                    static_cast<std::int64_t>(code), function_.AddString(text));
    builder_.set_insertion_region(outer);
  }

  Function& function_;
  kir::Builder builder_;
  const types::TypeStore& types_;
  const std::unordered_map<InstId, Needed> plan_;
};

void ClearSliceMarks(Function& function) {
  for (Inst& inst : function.insts) {
    if (inst.op == Op::ElementPtr) {
      inst.imm &= (std::int64_t{1} << kir::kSliceStartShift) - 1;
    }
  }
}

}  // namespace

void InsertChecks(Module& module) {
  for (Function& function : module.functions) {
    if (module.checks.bounds || module.checks.float_division) {
      CheckInserter(module, function, CheckPlanner(module, function).Run())
          .RewriteRegion(function.body);
    }
    ClearSliceMarks(function);
  }
}

}  // namespace kernelc::passes
