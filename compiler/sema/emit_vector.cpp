// Vector types: float32x4(x, y, z, w) and its lanes. Vectors are values; their lanes do not change.
#include "compiler/sema/function_emitter.h"

namespace kernelc::sema {

bool FunctionEmitter::IsVector(const Value& value) {
  return value.kind == ValueKind::Runtime && type_of(value).kind == types::TypeKind::Vector;
}

Value FunctionEmitter::VectorLane(const Value& vector, unsigned lane) {
  return Value::Runtime(builder_.TupleGet(vector.inst, lane), type_of(vector).element);
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
  std::vector<kir::InstId> lanes;
  for (const Argument& argument : arguments) {
    if (IsVector(argument.value)) {
      for (unsigned lane = 0; lane < type_of(argument.value).ndim; ++lane) {
        lanes.push_back(ConvertTo(VectorLane(argument.value, lane), element));
      }
    } else if (!RequireReal(argument, name)) {
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
  const TypeId vector = program_->types().FromElement(type);
  return Value::Runtime(builder_.Append(kir::Op::TupleMake, vector, lanes), vector);
}

Value FunctionEmitter::EmitVectorAttribute(const Value& vector, const ast::Attribute& attribute) {
  constexpr std::string_view kLanes = "xyzw";
  const unsigned count = type_of(vector).ndim;
  const std::size_t lane = attribute.attr.size() == 1 ? kLanes.find(attribute.attr) : kLanes.size();
  if (lane < count) {
    return VectorLane(vector, static_cast<unsigned>(lane));
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
