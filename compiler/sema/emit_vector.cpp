// Vector types: float32x4(x, y, z, w) and its lanes. Vectors are values; their lanes do not change. Pairs and quadruples of
// 8-bit floats are vectors as well.
#include "compiler/sema/function_emitter.h"

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

}  // namespace

bool FunctionEmitter::IsVector(const Value& value) {
  return value.kind == ValueKind::Runtime && type_of(value).kind == types::TypeKind::Vector;
}

Value FunctionEmitter::VectorLane(const Value& vector, unsigned lane) {
  return Value::Runtime(builder_.TupleGet(vector.inst, lane), type_of(vector).element);
}

bool FunctionEmitter::RequireVector(const Argument& argument, TypeId type, std::string_view function) {
  if (IsVector(argument.value) && argument.value.type == type) {
    return true;
  }
  Report(argument.range, diag::Kind::ArgumentType, function, fmt::format("a {}", Spell(type)),
         Describe(argument.value))
      .Help(fmt::format("make one with `{}(...)`", Spell(type)))
      .Emit();
  return false;
}

// Numbers and vectors one after the other; together they have as many lanes as the type.
Value FunctionEmitter::EmitVectorCall(const ast::Call& call, const abi::ArgType& type) {
  Arguments arguments;
  const std::string name = SpellArgType(type);
  if (!CollectArguments(call, name, &arguments)) {
    return Value();
  }
  for (const ast::Keyword* keyword : call.keywords) {
    Report(keyword->range, diag::Kind::UnknownKeyword, name, keyword->arg).Emit();
    return Value();
  }
  const TypeId element = types::ScalarType(type.scalar);
  const TypeId vector = program_->types().FromElement(type);
  if (arguments.empty() && types::IsFloat8(element)) {
    return Value::Runtime(builder_.Zero(vector), vector);
  }
  std::vector<kir::InstId> lanes;
  for (const Argument& argument : arguments) {
    if (IsVector(argument.value)) {
      for (unsigned lane = 0; lane < type_of(argument.value).ndim; ++lane) {
        lanes.push_back(ConvertTo(VectorLane(argument.value, lane), element));
      }
    } else if (!types::IsFloat8(argument.value.type) && !RequireReal(argument, name)) {
      return Value();
    } else {
      lanes.push_back(ConvertTo(argument.value, element));
    }
  }
  if (lanes.size() != type.ndim) {
    Report(call.range, diag::Kind::CallArity, name,
           fmt::format("{} lane{}", type.ndim, type.ndim == 1 ? "" : "s"), lanes.size())
        .Help("give a number for each lane, or vectors that have as many together")
        .Emit();
    return Value();
  }
  return Value::Runtime(builder_.Append(kir::Op::TupleMake, vector, lanes), vector);
}

Value FunctionEmitter::EmitVectorAttribute(const Value& vector, const ast::Attribute& attribute) {
  constexpr std::string_view kLanes = "xyzw";
  const unsigned count = type_of(vector).ndim;
  const std::size_t lane = attribute.attr.size() == 1 ? kLanes.find(attribute.attr) : kLanes.size();
  if (lane < count) {
    return VectorLane(vector, static_cast<unsigned>(lane));
  }
  if (attribute.attr == kCodesName && types::IsFloat8(type_of(vector).element)) {
    return JoinCodes(builder_, vector.inst, count);
  }
  std::string names;
  for (unsigned i = 0; i < count; ++i) {
    names += fmt::format("{}`{}`", i == 0 ? "" : i + 1 == count ? " and " : ", ", kLanes[i]);
  }
  Report(attribute.range, diag::Kind::UnknownAttribute, Describe(vector), attribute.attr)
      .Help(fmt::format("its lanes are {}", names))
      .Emit();
  return Value();
}

}  // namespace kernelc::sema
