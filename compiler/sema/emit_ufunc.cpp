#include "compiler/sema/emit_ufunc.h"

#include <algorithm>

#include "compiler/advice/report.h"
#include "compiler/functions/functions.h"
#include "compiler/sema/emit_call.h"
#include "compiler/sema/emit_library.h"
#include "compiler/sema/emit_operator.h"
#include "compiler/sema/emit_optional.h"
#include "compiler/sema/emit_record.h"
#include "compiler/sema/emit_report.h"
#include "compiler/sema/emit_store.h"
#include "compiler/sema/emit_value.h"

namespace kernelc::sema {
namespace {

bool IsHalf(TypeId type) { return types::IsFloat(type) && types::scalar_bits(type) == 16; }

std::string_view UfuncOf(ast::BinaryOperator op) {
  switch (op) {
    case ast::BinaryOperator::Add:
      return "np.add";
    case ast::BinaryOperator::Sub:
      return "np.subtract";
    case ast::BinaryOperator::Mult:
      return "np.multiply";
    case ast::BinaryOperator::Div:
      return "np.divide";
    case ast::BinaryOperator::FloorDiv:
      return "np.floor_divide";
    case ast::BinaryOperator::Mod:
      return "np.remainder";
    case ast::BinaryOperator::Pow:
      return "np.power";
    case ast::BinaryOperator::LShift:
      return "np.left_shift";
    case ast::BinaryOperator::RShift:
      return "np.right_shift";
    case ast::BinaryOperator::BitOr:
      return "np.bitwise_or";
    case ast::BinaryOperator::BitXor:
      return "np.bitwise_xor";
    case ast::BinaryOperator::BitAnd:
      return "np.bitwise_and";
    case ast::BinaryOperator::MatMult:
      break;
  }
  return {};
}

// The types that loops are chosen by: a weak literal takes the type that it has beside the other
// operands.
std::vector<TypeId> UfuncTypes(FunctionContext& fn, std::span<const Value> operands) {
  types::NumericType strong;
  for (const Value& operand : operands) {
    if (!operand.weak) {
      strong = strong.type.has_value()
                   ? types::PromoteArithmetic(fn.rules(), types::ArithmeticOp::Add, strong,
                                              operand.numeric())
                   : operand.numeric();
    }
  }
  std::vector<TypeId> result;
  for (const Value& operand : operands) {
    TypeId type = operand.type;
    if (operand.weak && strong.type.has_value()) {
      const TypeId adapted =
          types::PromoteArithmetic(fn.rules(), types::ArithmeticOp::Add, strong, operand.numeric())
              .type;
      type = adapted.has_value() ? adapted : type;
    }
    result.push_back(type);
  }
  return result;
}

// An int64 beside a uint64 compares by value, as NumPy has it.
Value CompareMixed(FunctionContext& fn, kir::ComparePredicate predicate, const Value& left,
                   const Value& right) {
  const bool left_signed = types::IsSigned(left.type);
  const kir::InstId a = ConvertTo(fn, left, types::kUInt64);
  const kir::InstId b = ConvertTo(fn, right, types::kUInt64);
  const kir::InstId compared = fn.builder.Compare(predicate, a, b);
  const kir::InstId own = ConvertTo(fn, left_signed ? left : right, types::kInt64);
  const kir::InstId negative =
      fn.builder.Compare(kir::ComparePredicate::Lt, own, fn.builder.ConstInt(types::kInt64, 0));
  const bool less =
      predicate == kir::ComparePredicate::Lt || predicate == kir::ComparePredicate::Le;
  const bool greater =
      predicate == kir::ComparePredicate::Gt || predicate == kir::ComparePredicate::Ge;
  const bool known = predicate == kir::ComparePredicate::Ne || (left_signed ? less : greater);
  return Value::Runtime(fn.builder.Select(negative, fn.builder.ConstBool(known), compared),
                        types::kBool);
}

// One step of a ufunc on operands that have the loop's type, or for integers its 64-bit form.
Value EmitUfuncStep(FunctionContext& fn, const functions::UfuncInfo& info,
                    const functions::UfuncStep& step, TypeId type,
                    const std::vector<kir::InstId>& operands, SourceRange range) {
  switch (step.kind) {
    case functions::UfuncStep::Kind::None:
      break;
    case functions::UfuncStep::Kind::Itself:
      return Value::Runtime(operands[0], type);
    case functions::UfuncStep::Kind::Value:
      return Value::Runtime(fn.builder.ConstBool(step.value), types::kBool);
    case functions::UfuncStep::Kind::Compare:
      return Value::Runtime(fn.builder.Compare(step.predicate, operands[0], operands[1]),
                            types::kBool);
    case functions::UfuncStep::Kind::Not:
      return Value::Runtime(fn.builder.LogicalNot(fn.builder.Convert(operands[0], types::kBool)),
                            types::kBool);
    case functions::UfuncStep::Kind::Truth: {
      const kir::InstId a = fn.builder.Convert(operands[0], types::kBool);
      const kir::InstId b = fn.builder.Convert(operands[1], types::kBool);
      return Value::Runtime(fn.builder.Binary(step.op, a, b), types::kBool);
    }
    case functions::UfuncStep::Kind::Op: {
      // Unsigned arithmetic wraps, signed arithmetic may not.
      const bool wraps = step.op == kir::Op::Add || step.op == kir::Op::Sub ||
                         step.op == kir::Op::Mul || step.op == kir::Op::Neg;
      const TypeId computed = wraps && type == types::kInt64 ? types::kUInt64 : type;
      std::vector<kir::InstId> converted;
      for (const kir::InstId operand : operands) {
        converted.push_back(fn.builder.Convert(operand, computed));
      }
      const kir::InstId inst = converted.size() == 1
                                   ? fn.builder.Unary(step.op, converted[0])
                                   : fn.builder.Binary(step.op, converted[0], converted[1]);
      return Value::Runtime(fn.builder.Convert(inst, type), type);
    }
    case functions::UfuncStep::Kind::Builtin: {
      std::vector<kir::InstId> converted = operands;
      if (step.builtin == builtins::BuiltinId::PowInt) {
        converted[1] = fn.builder.Convert(converted[1], types::kInt64);
      }
      return Value::Runtime(fn.builder.CallBuiltin(step.builtin, type, converted), type);
    }
    case functions::UfuncStep::Kind::Library: {
      std::vector<Value> values;
      for (const kir::InstId operand : operands) {
        values.push_back(Value::Runtime(operand, type));
      }
      return CallLibrary(fn, step.function, values, range, info.name());
    }
  }
  KC_FATAL("{} has no step for its loop", info.name());
}

}  // namespace

Value EmitUfunc(FunctionContext& fn, const functions::UfuncInfo& info,
                std::span<const Value> operands, SourceRange range) {
  const bool computable = std::ranges::all_of(operands, &Value::is_scalar);
  const std::vector<TypeId> operand_types =
      computable ? UfuncTypes(fn, operands) : std::vector<TypeId>();
  const bool mixed_compare = computable &&
                             info.integers.kind == functions::UfuncStep::Kind::Compare &&
                             IsInteger(operands[0]) && IsInteger(operands[1]) &&
                             types::IsSigned(operand_types[0]) != types::IsSigned(operand_types[1]);
  const std::optional<TypeId> loop =
      computable ? functions::FindLoop(info, operand_types) : std::nullopt;
  if (mixed_compare && !(loop && types::IsInteger(*loop))) {
    return CompareMixed(fn, info.integers.predicate, operands[0], operands[1]);
  }
  if (!loop) {
    std::string described;
    for (const Value& operand : operands) {
      described += (described.empty() ? "" : ", ") + Describe(fn, operand);
    }
    fn.Report(range, diag::Kind::LibraryArguments, info.name(), described)
        .Help("NumPy has no form of it for these types; convert the operands first")
        .Emit();
    return Value();
  }
  const bool is_bool = types::IsBool(*loop);
  TypeId computed = *loop;
  if (is_bool || types::IsInteger(*loop)) {
    computed = is_bool || types::IsUnsigned(*loop) ? types::kUInt64 : types::kInt64;
  }
  if (is_bool && info.integers.op == kir::Op::BitNot) {
    return Value::Runtime(fn.builder.LogicalNot(ConvertTo(fn, operands[0], types::kBool)),
                          types::kBool);
  }
  std::vector<kir::InstId> insts;
  bool weak = true;
  bool half = true;
  for (const Value& operand : operands) {
    weak = weak && operand.weak;
    half = half && IsHalf(operand.type);
    insts.push_back(fn.builder.Convert(ConvertTo(fn, operand, *loop), computed));
  }
  NoteCreep(fn, *loop, operands.front(), operands.back(), info.name(), range);
  const Value value = EmitUfuncStep(fn, info, info.step(*loop), computed, insts, range);
  if (value.is_poison()) {
    return value;
  }
  TypeId result = *loop;
  if (info.result == functions::UfuncResult::Bool) {
    result = types::kBool;
  } else if (info.result == functions::UfuncResult::Part && types::IsComplex(*loop)) {
    result = types::ComplexElement(*loop);
  } else if (half && *loop == types::kFloat32) {
    // NumPy keeps float16.
    result = operands.front().type;
  }
  const bool is_bool_result = types::IsBool(result);
  return Value::Runtime(fn.builder.Convert(value.inst, result), result, weak && !is_bool_result);
}

kir::InstId BroadcastPointer(FunctionContext& fn, const Value& operand,
                             const std::vector<kir::InstId>& indices) {
  const unsigned ndim = fn.type_of(operand).ndim;
  std::vector<kir::InstId> own(indices.end() - ndim, indices.end());
  const kir::InstId one = fn.builder.ConstInt(types::kInt64, 1);
  const kir::InstId zero = fn.builder.ConstInt(types::kInt64, 0);
  for (unsigned dim = 0; dim < ndim; ++dim) {
    const kir::InstId extent = fn.builder.ArrayExtent(operand.inst, dim);
    const kir::InstId is_single = fn.builder.Compare(kir::ComparePredicate::Eq, extent, one);
    own[dim] = fn.builder.Select(is_single, zero, own[dim]);
  }
  return fn.builder.ElementPtr(operand.inst, own, 0);
}

bool EmitUfuncLoop(FunctionContext& fn, const functions::UfuncInfo& info,
                   std::span<const Value> operands, const Value& out, SourceRange range,
                   const StoreOrder& order) {
  const types::Type out_type = fn.type_of(out);
  if (out_type.readonly) {
    fn.Report(range, diag::Kind::ReadonlyStore).Help(std::string(advice::kReadonlyHelp)).Emit();
    return false;
  }
  std::vector<Value> prepared;
  for (const Value& operand : operands) {
    if (IsArray(fn, operand) && fn.type_of(operand).ndim > out_type.ndim) {
      fn.Report(range, diag::Kind::StoreRank, fn.type_of(operand).ndim, out_type.ndim).Emit();
      return false;
    }
    prepared.push_back(operand.is_scalar() && !operand.is_number() ? AsRuntime(fn, operand)
                                                                   : operand);
  }
  bool valid = true;
  const auto store = [&](const std::vector<kir::InstId>& indices) {
    std::vector<Value> elements;
    for (const Value& operand : prepared) {
      elements.push_back(operand);
      if (IsArray(fn, operand)) {
        const kir::InstId loaded = fn.builder.Load(BroadcastPointer(fn, operand, indices));
        elements.back() = Value::Runtime(loaded, fn.builder.type_of(loaded));
      }
    }
    const Value result = EmitUfunc(fn, info, elements, range);
    valid = !result.is_poison();
    if (valid) {
      const bool narrows_kind =
          (types::IsFloat(result.type) || types::IsComplex(result.type)) &&
          (types::IsInteger(out_type.element) || types::IsBool(out_type.element));
      if (narrows_kind) {
        fn.Report(range, diag::Kind::StoreType, Describe(fn, result), fn.Spell(out_type.element))
            .Help("give a result array of floats")
            .Emit();
        valid = false;
        return;
      }
      valid = StoreElement(fn, fn.builder.ElementPtr(out.inst, indices, 0), result, range);
    }
  };
  ForEachElement(fn, out, store, order);
  return valid;
}

Value EmitUfuncCall(FunctionContext& fn, const ast::Call& call, const functions::UfuncInfo& info) {
  const std::string name(fn.is_library() ? info.name() : SpellingAt(fn, call.func->range));
  Arguments arguments;
  bool valid = CollectArguments(fn, call, name, &arguments);
  for (const ast::Keyword* keyword : call.keywords) {
    if (keyword->arg != "out" || arguments.size() != info.operands) {
      fn.Report(keyword->range, diag::Kind::UnknownKeyword, name, keyword->arg).Emit();
      return Value();
    }
    const Value out = Emit(fn, keyword->value);
    valid = valid && !out.is_poison();
    if (!out.is_none()) {
      arguments.push_back({out, keyword->value, keyword->value->range, true});
    }
  }
  if (!valid) {
    return Value();
  }
  const bool has_out = arguments.size() == info.operands + 1;
  if (arguments.size() != info.operands && !has_out) {
    fn.Report(call.range, diag::Kind::CallArity, name,
              fmt::format("{} argument{}, and the array for the result,", info.operands,
                          info.operands == 1 ? "" : "s"),
              arguments.size())
        .Emit();
    return Value();
  }
  std::vector<Value> operands;
  bool any_array = false;
  for (std::size_t i = 0; i < info.operands; ++i) {
    const Argument& argument = arguments[i];
    const bool is_array = IsArray(fn, argument.value);
    if (!is_array && !argument.value.is_scalar()) {
      fn.Report(argument.range, diag::Kind::ArgumentType, name, "numbers",
                Describe(fn, argument.value))
          .Emit();
      return Value();
    }
    any_array = any_array || is_array;
    operands.push_back(argument.value);
  }
  if (!any_array && !has_out) {
    return EmitUfunc(fn, info, operands, call.range);
  }
  if (!has_out) {
    fn.Report(call.range, diag::Kind::ArrayResult, name)
        .Label(arguments[0].range, Describe(fn, arguments[0].value))
        .Help(fmt::format("give the array for the result, `{}({}, out)`, or compute one element",
                          name, info.operands == 1 ? "a" : "a, b"))
        .Emit();
    return Value();
  }
  const Argument& out = arguments.back();
  if (!IsArray(fn, out.value)) {
    fn.Report(out.range, diag::Kind::ArgumentType, name, "an array for the result",
              Describe(fn, out.value))
        .Emit();
    return Value();
  }
  return EmitUfuncLoop(fn, info, operands, out.value, call.range) ? out.value : Value();
}

bool EmitInPlace(FunctionContext& fn, ast::BinaryOperator op, const Value& array,
                 const Value& operand, SourceRange range) {
  const functions::UfuncInfo* info = functions::FindUfunc(UfuncOf(op));
  const bool fits = operand.is_scalar() || IsArray(fn, operand);
  if (info == nullptr || !fits) {
    fn.Report(range, diag::Kind::NoOperator, ast::operator_spelling(op), Describe(fn, array),
              Describe(fn, operand))
        .Help("write a loop over the elements")
        .Emit();
    return false;
  }
  if (IsArray(fn, operand) && fn.type_of(operand).ndim == 0) {
    // Its element may be one of those that change.
    return EmitInPlace(fn, op, array, LoadPointer(fn, BroadcastPointer(fn, operand, {})), range);
  }
  const Value operands[] = {array, operand};
  if (!IsArray(fn, operand) || fn.type_of(operand).ndim > fn.type_of(array).ndim) {
    return EmitUfuncLoop(fn, *info, operands, array, range);
  }
  bool valid = true;
  const Value operation = Value::Of(Object::External(std::string(UfuncOf(op))));
  EmitOverlapping(fn, array, operand, operation, range, [&](const StoreOrder& order) {
    valid = EmitUfuncLoop(fn, *info, operands, array, range, order);
    return valid;
  });
  return valid;
}

}  // namespace kernelc::sema
