#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/builtin_signature.h"
#include "compiler/kir/static_array.h"
#include "compiler/kir/text.h"
#include "compiler/kir/verify_records.h"
#include "compiler/kir/verify_structure.h"

namespace kernelc::kir {
namespace {

using types::AddressSpace;
using types::IsBool;
using types::IsComplex;
using types::IsFloat;
using types::IsInteger;
using types::TypeKind;

// Bytes of one shared or local array; beyond it no device follows, and sizes stay far from
// overflow.
constexpr std::int64_t kMaxArrayBytes = std::int64_t{1} << 31;

bool IsNumber(TypeId type) { return types::IsScalar(type) && !IsBool(type); }

class TypeVerifier {
 public:
  TypeVerifier(const Module& module, const Function& function, FaultSink& faults)
      : module_(module), function_(function), faults_(faults) {}

  void Run() {
    if (function_.kind == FunctionKind::Kernel && function_.options.exported != Export::None) {
      faults_.Add("a kernel is exported as a function");
    }
    if (function_.kind == FunctionKind::Kernel && function_.result != types::kVoid) {
      faults_.Add("a kernel gives a value");
    }
    VisitRegion(function_.body);
  }

 private:
  void VisitRegion(RegionId region) {
    for (const InstId id : function_.region(region).insts) {
      id_ = id;
      const Inst& inst = function_.inst(id);
      CheckInst(inst);
      for (const RegionId inner : function_.regions_of(inst)) {
        VisitRegion(inner);
      }
    }
  }

  void Fault(std::string_view message) { faults_.Add(id_, message); }

  bool Require(bool condition, std::string_view message) {
    if (!condition) {
      Fault(message);
    }
    return condition;
  }

  TypeId TypeOf(const Inst& inst, std::uint32_t operand) const {
    return function_.inst(function_.operand(inst, operand)).type;
  }
  const types::Type& Get(TypeId type) const { return module_.types.get(type); }
  const types::Type& OperandType(const Inst& inst, std::uint32_t operand) const {
    return Get(TypeOf(inst, operand));
  }
  std::string Text(TypeId type) const { return PrintType(module_.types, type); }

  bool RequireType(std::string_view what, TypeId type, TypeId expected) {
    return type == expected ||
           Require(false, fmt::format("{} is {}, not {}", what, Text(type), Text(expected)));
  }
  bool RequireOperand(const Inst& inst, std::uint32_t operand, TypeId expected) {
    return RequireType(fmt::format("operand {}", operand), TypeOf(inst, operand), expected);
  }
  bool RequireResult(const Inst& inst, TypeId expected) {
    return RequireType("the result", inst.type, expected);
  }
  bool RequireKind(const Inst& inst, std::uint32_t operand, TypeKind kind, std::string_view name) {
    return Require(
        OperandType(inst, operand).kind == kind,
        fmt::format("operand {} is {}, not {}", operand, Text(TypeOf(inst, operand)), name));
  }

  void CheckInst(const Inst& inst) {
    const OpInfo& info = op_info(inst.op);
    const std::uint32_t count = inst.operands.count;
    if (!Require(count >= info.min_operands && count <= info.max_operands,
                 fmt::format("it has {} operands", count)) ||
        !Require(inst.regions.count == info.regions,
                 fmt::format("it has {} regions, not {}", inst.regions.count, info.regions))) {
      return;
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!Require(TypeOf(inst, i) != types::kVoid, fmt::format("operand {} has no value", i))) {
        return;
      }
    }
    switch (info.result) {
      case ResultRule::None:
        RequireResult(inst, types::kVoid);
        break;
      case ResultRule::Same:
        RequireResult(inst, TypeOf(inst, 0));
        break;
      case ResultRule::Bool:
        RequireResult(inst, types::kBool);
        break;
      case ResultRule::Typed: {
        const bool may_be_void =
            inst.op == Op::If || inst.op == Op::Call || inst.op == Op::CallBuiltin;
        if (!Require(may_be_void || inst.type != types::kVoid, "it has no type")) {
          return;
        }
        break;
      }
    }
    CheckOp(inst);
  }

  void CheckOp(const Inst& inst) {
    switch (inst.op) {
      case Op::Param:
      case Op::RegionArg:
      case Op::Slot:
      case Op::ThreadSlot:
      case Op::Zero:
      case Op::Break:
      case Op::Continue:
      case Op::While:
        return;
      case Op::Bitcast:
      case Op::ConstFloat:
      case Op::ConstInt:
      case Op::Convert:
      case Op::Select:
        return CheckValue(inst);
      case Op::Add:
      case Op::And:
      case Op::BitNot:
      case Op::Div:
      case Op::FloorDiv:
      case Op::Fma:
      case Op::Mod:
      case Op::Mul:
      case Op::Neg:
      case Op::Or:
      case Op::Shl:
      case Op::Shr:
      case Op::Sub:
      case Op::Xor:
        return CheckArithmetic(inst);
      case Op::Compare:
        return CheckCompare(inst);
      case Op::LogicalNot:
      case Op::Condition:
        RequireOperand(inst, 0, types::kBool);
        return;
      case Op::ComplexImag:
      case Op::ComplexMake:
      case Op::ComplexReal:
        return CheckComplex(inst);
      case Op::TupleGet:
      case Op::TupleIndex:
      case Op::TupleMake:
        if (const std::string fault = TupleFault(module_, function_, inst); !fault.empty()) {
          Fault(fault);
        }
        return;
      case Op::SlotLoad:
        RequireResult(inst, TypeOf(inst, 0));
        return;
      case Op::SlotStore:
        RequireOperand(inst, 1, TypeOf(inst, 0));
        return;
      case Op::ArrayData:
      case Op::ArrayExtent:
      case Op::ArrayStride:
      case Op::ArrayMake:
      case Op::ElementPtr:
        return CheckArray(inst);
      case Op::FieldPtr:
      case Op::RecordCopy:
        if (const std::string fault = RecordFault(module_, function_, inst); !fault.empty()) {
          Fault(fault);
        }
        return;
      case Op::ConstArray:
        RequireResult(inst, module_.constants[static_cast<std::size_t>(inst.imm)].type);
        return;
      case Op::DynamicSharedArray:
      case Op::LocalArray:
      case Op::SharedArray:
        return CheckArrayMemory(inst);
      case Op::Load:
      case Op::Store:
      case Op::AtomicCas:
      case Op::AtomicRmw:
        return CheckMemory(inst);
      case Op::Call:
        return CheckCall(inst);
      case Op::CallBuiltin:
        return CheckCallBuiltin(inst);
      case Op::BlockFailed:
      case Op::NewEpoch:
      case Op::WaitTurn:
        return;
      case Op::WatchAccess:
        RequireKind(inst, 0, TypeKind::Pointer, "a pointer");
        RequireKind(inst, 1, TypeKind::Pointer, "a pointer");
        return;
      case Op::Fail:
      case Op::Print:
      case Op::ReportError:
        return CheckPrinted(inst);
      case Op::ForRange:
      case Op::If:
      case Op::Return:
      case Op::Yield:
        return CheckControl(inst);
      case Op::AnyThread:
      case Op::ArraysApart:
      case Op::CountThreads:
      case Op::ThreadMatch:
      case Op::ThreadVote:
      case Op::GroupLoop:
      case Op::LaneLoop:
      case Op::ThreadCount:
      case Op::ThreadLoop:
      case Op::ThreadSlotAt:
        return CheckThreads(inst);
      case Op::kCount:
        return;
    }
  }

  void CheckValue(const Inst& inst) {
    if (inst.op == Op::ConstInt) {
      if (Require(IsInteger(inst.type) || IsBool(inst.type), "it is not an integer or bool")) {
        Require(inst.imm == WrapInteger(inst.type, inst.imm),
                fmt::format("{} is no value of {}", inst.imm, Text(inst.type)));
      }
    } else if (inst.op == Op::ConstFloat) {
      Require(IsFloat(inst.type), "it is not a float");
    } else if (inst.op == Op::Select) {
      RequireOperand(inst, 0, types::kBool);
      RequireOperand(inst, 1, inst.type);
      RequireOperand(inst, 2, inst.type);
    } else if (inst.op == Op::Convert) {
      const TypeId from = TypeOf(inst, 0);
      if (Require(types::HasScalarKind(from) && types::HasScalarKind(inst.type),
                  "it converts what is not a scalar")) {
        Require(!IsComplex(from) || IsComplex(inst.type) || IsBool(inst.type),
                "it converts a complex number to a real one");
      }
    } else {
      CheckBitcast(inst);
    }
  }

  void CheckBitcast(const Inst& inst) {
    const TypeId from = TypeOf(inst, 0);
    if ((types::IsScalar(from) && types::IsScalar(inst.type)) || types::IsFloat8(from) ||
        types::IsFloat8(inst.type)) {
      if (!Require(types::HasScalarKind(from) && types::HasScalarKind(inst.type),
                   "it casts an 8-bit float to what is no scalar")) {
        return;
      }
      Require(types::scalar_size(from) == types::scalar_size(inst.type) && !IsBool(inst.type),
              "it casts between sizes or to bool");
      return;
    }
    const types::Type& source = Get(from);
    const types::Type& target = Get(inst.type);
    // An address.
    if (source.kind == TypeKind::Pointer && source.space == AddressSpace::Generic &&
        inst.type == types::kUInt64) {
      return;
    }
    // Times and their counts.
    if ((from == types::kInt64 || source.kind == TypeKind::Datetime) &&
        (inst.type == types::kInt64 || target.kind == TypeKind::Datetime)) {
      return;
    }
    Require(source.kind == TypeKind::Pointer && target.kind == TypeKind::Pointer &&
                (source.space == target.space || target.space == AddressSpace::Generic),
            "it casts neither between scalars nor between pointers of one space");
  }

  static bool AcceptsArithmetic(Op op, TypeId type) {
    if (op == Op::Add || op == Op::Sub || op == Op::Mul || op == Op::Neg) {
      return IsNumber(type);
    }
    if (op == Op::Div) {
      return IsFloat(type) || IsComplex(type);
    }
    if (op == Op::FloorDiv || op == Op::Mod) {
      return IsInteger(type) || IsFloat(type);
    }
    if (op == Op::Fma) {
      return IsFloat(type);
    }
    if (op == Op::And || op == Op::Or || op == Op::Xor) {
      return IsInteger(type) || IsBool(type);
    }
    return IsInteger(type);
  }

  void CheckArithmetic(const Inst& inst) {
    const TypeId type = TypeOf(inst, 0);
    if (!Require(AcceptsArithmetic(inst.op, type),
                 fmt::format("it does not exist for {}", Text(type)))) {
      return;
    }
    for (std::uint32_t i = 1; i < inst.operands.count; ++i) {
      RequireOperand(inst, i, type);
    }
  }

  void CheckCompare(const Inst& inst) {
    const TypeId type = TypeOf(inst, 0);
    const bool is_pointer = Get(type).kind == TypeKind::Pointer;
    if (!RequireOperand(inst, 1, type) ||
        !Require(types::IsScalar(type) || is_pointer,
                 fmt::format("it does not exist for {}", Text(type)))) {
      return;
    }
    const auto predicate = static_cast<ComparePredicate>(inst.imm);
    const bool is_equality = predicate == ComparePredicate::Eq || predicate == ComparePredicate::Ne;
    Require(is_equality || !(IsComplex(type) || is_pointer),
            fmt::format("{} has no order", Text(type)));
  }

  void CheckComplex(const Inst& inst) {
    if (inst.op == Op::ComplexMake) {
      if (Require(IsComplex(inst.type), "the result is not complex")) {
        RequireOperand(inst, 0, types::ComplexElement(inst.type));
        RequireOperand(inst, 1, types::ComplexElement(inst.type));
      }
    } else if (Require(IsComplex(TypeOf(inst, 0)), "operand 0 is not complex")) {
      RequireResult(inst, types::ComplexElement(TypeOf(inst, 0)));
    }
  }

  void CheckArray(const Inst& inst) {
    if (inst.op == Op::ArrayMake) {
      return CheckArrayMake(inst);
    }
    if (!RequireKind(inst, 0, TypeKind::Array, "an array")) {
      return;
    }
    const types::Type& array = OperandType(inst, 0);
    if (inst.op == Op::ArrayExtent || inst.op == Op::ArrayStride) {
      RequireResult(inst, types::kInt64);
      Require(inst.imm >= 0 && inst.imm < array.ndim,
              fmt::format("the array has no dimension {}", inst.imm));
      return;
    }
    const types::Type& result = Get(inst.type);
    Require(result.kind == TypeKind::Pointer && result.element == array.element &&
                result.space == array.space && result.unaligned == array.unaligned,
            fmt::format("the result is {}, not a pointer into {}", Text(inst.type),
                        Text(TypeOf(inst, 0))));
    if (inst.op != Op::ElementPtr) {
      return;
    }
    Require(
        inst.operands.count == std::uint32_t{array.ndim} + 1,
        fmt::format("it has {} indices for {} dimensions", inst.operands.count - 1, array.ndim));
    const std::int64_t dims = inst.imm >> kSliceStartShift | (inst.imm & 0xffffffff);
    Require(inst.imm >= 0 && dims < std::int64_t{1} << (inst.operands.count - 1),
            fmt::format("its wraparound mask {} names dimensions that do not exist", inst.imm));
    for (std::uint32_t i = 1; i < inst.operands.count; ++i) {
      Require(IsInteger(TypeOf(inst, i)), fmt::format("index {} is not an integer", i - 1));
    }
  }

  void CheckArrayMake(const Inst& inst) {
    const types::Type& array = Get(inst.type);
    if (!Require(array.kind == TypeKind::Array, "the result is not an array") ||
        !RequireKind(inst, 0, TypeKind::Pointer, "a pointer")) {
      return;
    }
    const types::Type& pointer = OperandType(inst, 0);
    Require(pointer.element == array.element && pointer.space == array.space &&
                pointer.unaligned == array.unaligned,
            "the pointer is not one into such an array");
    const std::uint32_t per_dim = array.layout == abi::Layout::A ? 2 : 1;
    Require(inst.operands.count == 1 + array.ndim * per_dim,
            fmt::format("it has {} operands for {} dimensions", inst.operands.count, array.ndim));
    for (std::uint32_t i = 1; i < inst.operands.count; ++i) {
      RequireOperand(inst, i, types::kInt64);
    }
  }

  void CheckArrayMemory(const Inst& inst) {
    const types::Type& array = Get(inst.type);
    const AddressSpace space =
        inst.op == Op::LocalArray ? AddressSpace::Local : AddressSpace::Shared;
    if (!Require(
            array.kind == TypeKind::Array && array.layout == abi::Layout::C && array.space == space,
            fmt::format("{} is not a contiguous array in {} memory", Text(inst.type),
                        kSpaceNames[static_cast<std::size_t>(space)])) ||
        inst.op == Op::DynamicSharedArray) {
      return;
    }
    const std::span<const std::int64_t> extents = StaticExtents(function_, inst);
    const std::uint32_t align = StaticAlign(function_, inst);
    Require(std::has_single_bit(align) && align >= kLeastArrayAlign && align <= kMostArrayAlign,
            fmt::format("{} is no alignment of an array", align));
    Require(extents.size() == array.ndim,
            fmt::format("it has {} extents for {} dimensions", extents.size(), array.ndim));
    const TypeKind kind = Get(array.element).kind;
    if (!Require(kind == TypeKind::Scalar || kind == TypeKind::Record || kind == TypeKind::Vector ||
                     kind == TypeKind::Datetime,
                 fmt::format("{} has no place in memory", Text(array.element)))) {
      return;
    }
    std::int64_t bytes = std::max(1u, types::MemorySize(module_.types, array.element));
    for (const std::int64_t extent : extents) {
      if (!Require(extent > 0, fmt::format("extent {} is not positive", extent))) {
        return;
      }
      bytes = extent > kMaxArrayBytes / bytes ? kMaxArrayBytes + 1 : bytes * extent;
      if (!Require(bytes <= kMaxArrayBytes, "it is too large")) {
        return;
      }
    }
  }

  void CheckMemory(const Inst& inst) {
    if (!RequireKind(inst, 0, TypeKind::Pointer, "a pointer")) {
      return;
    }
    const types::Type& pointer = OperandType(inst, 0);
    if (!Require(Get(pointer.element).kind != TypeKind::Record,
                 "a record is in memory alone; its fields can be loaded and stored")) {
      return;
    }
    if (inst.op == Op::Load) {
      RequireResult(inst, pointer.element);
      return;
    }
    Require(pointer.space != AddressSpace::Constant, "it writes constant memory");
    for (std::uint32_t i = 1; i < inst.operands.count; ++i) {
      RequireOperand(inst, i, pointer.element);
    }
    if (inst.op == Op::Store) {
      return;
    }
    RequireResult(inst, pointer.element);
    const TypeId element = pointer.element;
    Require(IsInteger(element) || IsFloat(element),
            fmt::format("it does not exist for {}", Text(element)));
    if (inst.op == Op::AtomicRmw && atomic_needs_integer(static_cast<AtomicKind>(inst.imm))) {
      Require(IsInteger(element), fmt::format("it does not exist for {}", Text(element)));
    }
  }

  void CheckCall(const Inst& inst) {
    const Function& callee = module_.functions[static_cast<std::size_t>(inst.imm)];
    Require(callee.kind == FunctionKind::Device, "it calls a kernel");
    RequireResult(inst, callee.result);
    if (!Require(inst.operands.count == callee.params.size(),
                 fmt::format("it has {} arguments for {} parameters", inst.operands.count,
                             callee.params.size()))) {
      return;
    }
    for (std::uint32_t i = 0; i < inst.operands.count; ++i) {
      RequireOperand(inst, i, callee.params[i].type);
    }
  }

  void CheckCallBuiltin(const Inst& inst) {
    std::vector<TypeId> operands;
    for (std::uint32_t i = 0; i < inst.operands.count; ++i) {
      operands.push_back(TypeOf(inst, i));
    }
    const std::string_view signature =
        builtins::builtin_info(static_cast<builtins::BuiltinId>(inst.imm)).signature;
    Require(MatchesSignature(module_.types, signature, inst.type, operands),
            fmt::format("its types do not match `{}`", signature));
  }

  void CheckPrinted(const Inst& inst) {
    if (inst.op == Op::Print) {
      Require(CountPlaces(function_.text_of(inst)) == inst.operands.count,
              fmt::format("it has {} operands for another number of places in its text",
                          inst.operands.count));
    } else {
      // A `fail` without a code ends its thread because of an error that is known already.
      const std::int64_t least = inst.op == Op::Fail ? 0 : 1;
      Require(inst.imm >= least && inst.imm <= std::numeric_limits<std::int32_t>::max(),
              "its error code is not positive");
    }
    for (std::uint32_t i = 0; i < inst.operands.count; ++i) {
      Require(types::IsScalar(TypeOf(inst, i)), fmt::format("operand {} is not a scalar", i));
    }
  }

  void CheckControl(const Inst& inst) {
    if (inst.op == Op::If) {
      RequireOperand(inst, 0, types::kBool);
      CheckYields(inst);
    } else if (inst.op == Op::ForRange) {
      const TypeId type = TypeOf(inst, 0);
      Require(type == types::kInt32 || type == types::kInt64 || type == types::kUInt64,
              fmt::format("it does not count in {}", Text(type)));
      RequireOperand(inst, 1, type);
      RequireOperand(inst, 2, type);
      const std::vector<InstId>& body = function_.region(function_.region_of(inst, 0)).insts;
      if (!body.empty() && function_.inst(body[0]).op == Op::RegionArg) {
        RequireType("its variable", function_.inst(body[0]).type, type);
      }
    } else if (inst.op == Op::Return) {
      if (inst.operands.count == 0) {
        Require(function_.result == types::kVoid, "it gives no value");
      } else {
        RequireOperand(inst, 0, function_.result);
      }
    }
  }

  void CheckThreads(const Inst& inst) {
    if (inst.op == Op::AnyThread) {
      RequireOperand(inst, 0, types::kBool);
    } else if (inst.op == Op::ArraysApart) {
      CheckArraysApart(inst);
    } else if (inst.op == Op::CountThreads) {
      RequireOperand(inst, 0, types::kBool);
      RequireResult(inst, types::kInt64);
    } else if (inst.op == Op::ThreadVote) {
      RequireOperand(inst, 0, types::kBool);
      RequireOperand(inst, 1, types::kInt64);
      RequireResult(inst, types::kInt32);
    } else if (inst.op == Op::ThreadMatch) {
      Require(types::IsScalar(TypeOf(inst, 0)) && !IsComplex(TypeOf(inst, 0)),
              "it compares what is not a real scalar");
      RequireOperand(inst, 1, types::kInt64);
      RequireOperand(inst, 2, TypeOf(inst, 0));
      RequireResult(inst, types::kInt32);
    } else if (inst.op == Op::ThreadCount) {
      RequireResult(inst, types::kInt64);
      Require(inst.imm >= 0 && inst.imm < 3, "there is no such direction");
    } else if (inst.op == Op::ThreadSlotAt) {
      RequireResult(inst, TypeOf(inst, 0));
      RequireOperand(inst, 1, types::kInt64);
    } else {
      const std::uint32_t bounds = inst.op == Op::LaneLoop ? 1 : 6;
      for (std::uint32_t i = 0; i < inst.operands.count; ++i) {
        RequireOperand(inst, i, i < bounds ? types::kInt64 : types::kBool);
      }
      Require(inst.op != Op::GroupLoop || inst.imm >= 0, "its group has a negative size");
    }
  }

  void CheckArraysApart(const Inst& inst) {
    RequireOperand(inst, 0, types::kBool);
    Require(inst.imm > 0 && inst.imm < std::int64_t{inst.operands.count},
            fmt::format("it has no {} arrays", inst.imm));
    for (std::uint32_t i = 1; i < inst.operands.count; ++i) {
      const bool is_param = function_.inst(function_.operand(inst, i)).op == Op::Param;
      Require(is_param && OperandType(inst, i).kind == TypeKind::Array &&
                  OperandType(inst, i).layout != types::Layout::A,
              fmt::format("operand {} is no parameter that is a contiguous array", i));
    }
  }

  void CheckYields(const Inst& inst) {
    if (inst.type == types::kVoid) {
      return;
    }
    for (const RegionId region : function_.regions_of(inst)) {
      const std::vector<InstId>& insts = function_.region(region).insts;
      if (!insts.empty() && function_.inst(insts.back()).op == Op::Yield &&
          function_.inst(insts.back()).operands.count == 1) {
        RequireType("the value that it yields", TypeOf(function_.inst(insts.back()), 0), inst.type);
      }
    }
  }

  const Module& module_;
  const Function& function_;
  FaultSink& faults_;
  InstId id_;
};

}  // namespace

void VerifyTypes(const Module& module, const Function& function, FaultSink& faults) {
  TypeVerifier(module, function, faults).Run();
}

}  // namespace kernelc::kir
