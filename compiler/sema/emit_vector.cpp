#include "compiler/sema/emit_vector.h"

#include "compiler/sema/emit_call.h"
#include "compiler/sema/emit_cast.h"
#include "compiler/sema/emit_value.h"
#include "compiler/types/written_types.h"

namespace kernelc::sema {
namespace {

// What CUDA calls the codes of a pair or quadruple of 8-bit floats.
constexpr std::string_view kCodesName = "__x";
constexpr std::int64_t kCodeBits = 8;

// These codes as one number, that of the first lane in the lowest byte.
Value JoinCodes(kir::Builder& builder, kir::InstId vector, unsigned lanes) {
  const TypeId type = lanes == 2 ? types::kUInt16 : types::kUInt32;
  const auto code = [&](unsigned lane) {
    const kir::InstId own =
        builder.Append(kir::Op::Bitcast, types::kUInt8, {builder.TupleGet(vector, lane)});
    return builder.Convert(own, type);
  };
  kir::InstId codes = code(0);
  for (unsigned lane = 1; lane < lanes; ++lane) {
    const kir::InstId place = builder.ConstInt(type, kCodeBits * lane);
    codes = builder.Binary(kir::Op::Or, codes, builder.Binary(kir::Op::Shl, code(lane), place));
  }
  return Value::Runtime(codes, type);
}

Value VectorLane(FunctionContext& fn, const Value& vector, unsigned lane) {
  return Value::Runtime(fn.builder.TupleGet(vector.inst, lane), fn.type_of(vector).element);
}

}  // namespace

bool IsVector(FunctionContext& fn, const Value& value) {
  return value.kind == ValueKind::Runtime && fn.type_of(value).kind == types::TypeKind::Vector;
}

bool RequireVector(FunctionContext& fn, const Argument& argument, TypeId type,
                   std::string_view function) {
  if (IsVector(fn, argument.value) && argument.value.type == type) {
    return true;
  }
  fn.Report(argument.range, diag::Kind::ArgumentType, function, fmt::format("a {}", fn.Spell(type)),
            Describe(fn, argument.value))
      .Help(fmt::format("make one with `{}(...)`", fn.Spell(type)))
      .Emit();
  return false;
}

Value EmitVectorCall(FunctionContext& fn, const ast::Call& call, const abi::ArgType& type) {
  Arguments arguments;
  const std::string name = types::SpellArgType(type);
  if (!CollectArguments(fn, call, name, &arguments)) {
    return Value();
  }
  for (const ast::Keyword* keyword : call.keywords) {
    fn.Report(keyword->range, diag::Kind::UnknownKeyword, name, keyword->arg).Emit();
    return Value();
  }
  const TypeId element = types::ScalarType(type.scalar);
  const TypeId vector = fn.program.types().FromElement(type);
  if (arguments.empty() && types::IsFloat8(element)) {
    return Value::Runtime(fn.builder.Zero(vector), vector);
  }
  std::vector<kir::InstId> lanes;
  for (const Argument& argument : arguments) {
    if (IsVector(fn, argument.value)) {
      for (unsigned lane = 0; lane < fn.type_of(argument.value).ndim; ++lane) {
        lanes.push_back(ConvertTo(fn, VectorLane(fn, argument.value, lane), element));
      }
    } else if (!types::IsFloat8(argument.value.type) && !RequireReal(fn, argument, name)) {
      return Value();
    } else {
      lanes.push_back(ConvertTo(fn, argument.value, element));
    }
  }
  if (lanes.size() != type.ndim) {
    fn.Report(call.range, diag::Kind::CallArity, name,
              fmt::format("{} lane{}", type.ndim, type.ndim == 1 ? "" : "s"), lanes.size())
        .Help("give a number for each lane, or vectors that have as many together")
        .Emit();
    return Value();
  }
  return Value::Runtime(fn.builder.Append(kir::Op::TupleMake, vector, lanes), vector);
}

Value EmitVectorAttribute(FunctionContext& fn, const Value& vector,
                          const ast::Attribute& attribute) {
  constexpr std::string_view kLanes = "xyzw";
  const unsigned count = fn.type_of(vector).ndim;
  const std::size_t lane = attribute.attr.size() == 1 ? kLanes.find(attribute.attr) : kLanes.size();
  if (lane < count) {
    return VectorLane(fn, vector, static_cast<unsigned>(lane));
  }
  if (attribute.attr == kCodesName && types::IsFloat8(fn.type_of(vector).element)) {
    return JoinCodes(fn.builder, vector.inst, count);
  }
  std::string names;
  for (unsigned i = 0; i < count; ++i) {
    names += fmt::format("{}`{}`", i == 0 ? "" : i + 1 == count ? " and " : ", ", kLanes[i]);
  }
  fn.Report(attribute.range, diag::Kind::UnknownAttribute, Describe(fn, vector), attribute.attr)
      .Help(fmt::format("its lanes are {}", names))
      .Emit();
  return Value();
}

}  // namespace kernelc::sema
