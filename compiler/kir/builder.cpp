#include "compiler/kir/builder.h"

#include <array>
#include <bit>

namespace kernelc::kir {
namespace {

using types::TypeKind;

}  // namespace

InstId Builder::Append(Op op, TypeId type, std::span<const InstId> operands, std::int64_t imm,
                       std::uint32_t text, std::span<const RegionId> regions) {
  const OpInfo& info = op_info(op);
  KC_CHECK(operands.size() >= info.min_operands && operands.size() <= info.max_operands,
           "{} with {} operands", info.text, operands.size());
  KC_CHECK(regions.size() == info.regions, "{} with {} regions", info.text, regions.size());
  KC_CHECK(region_.has_value(), "{} without an insertion region", info.text);
  for (const InstId operand : operands) {
    KC_CHECK(operand.index < function_->insts.size(), "{} with operand {}", info.text,
             operand.index);
  }
  Inst inst;
  inst.op = op;
  inst.type = type;
  inst.range = range_;
  inst.operands = function_->AddOperands(operands);
  inst.regions = function_->AddRegions(regions);
  inst.imm = imm;
  inst.text = text;
  const InstId id = function_->AddInst(inst);
  function_->region(region_).insts.push_back(id);
  return id;
}

InstId Builder::AddParam(std::string_view name, TypeId type, const ParamFacts& facts) {
  Inst inst;
  inst.op = Op::Param;
  inst.type = type;
  inst.range = range_;
  inst.imm = static_cast<std::int64_t>(function_->params.size());
  Param param;
  param.name = std::string(name);
  param.type = type;
  param.facts = facts;
  param.range = range_;
  param.value = function_->AddInst(inst);
  function_->params.push_back(param);
  return param.value;
}

InstId Builder::ConstInt(TypeId type, std::int64_t value) {
  KC_CHECK(types::IsInteger(type) || types::IsBool(type));
  return Append(Op::ConstInt, type, {}, WrapInteger(type, value));
}

InstId Builder::ConstFloat(TypeId type, double value) {
  KC_CHECK(types::IsFloat(type));
  return Append(Op::ConstFloat, type, {}, std::bit_cast<std::int64_t>(value));
}

InstId Builder::Zero(TypeId type) { return Append(Op::Zero, type, {}); }

InstId Builder::Convert(InstId value, TypeId type) {
  if (type_of(value) == type) {
    return value;
  }
  KC_CHECK(types::HasScalarKind(type) && types::HasScalarKind(type_of(value)), "convert {} to {}",
           Spell(module_->types, type_of(value)), Spell(module_->types, type));
  return Append(Op::Convert, type, {value});
}

InstId Builder::Unary(Op op, InstId value) { return Append(op, type_of(value), {value}); }

InstId Builder::Binary(Op op, InstId left, InstId right) {
  KC_CHECK(type_of(left) == type_of(right), "{} of {} and {}", op_info(op).text,
           Spell(module_->types, type_of(left)), Spell(module_->types, type_of(right)));
  return Append(op, type_of(left), {left, right});
}

InstId Builder::Compare(ComparePredicate predicate, InstId left, InstId right) {
  KC_CHECK(type_of(left) == type_of(right), "cmp of {} and {}",
           Spell(module_->types, type_of(left)), Spell(module_->types, type_of(right)));
  return Append(Op::Compare, types::kBool, {left, right}, static_cast<std::int64_t>(predicate));
}

InstId Builder::LogicalNot(InstId value) {
  KC_CHECK(types::IsBool(type_of(value)));
  return Append(Op::LogicalNot, types::kBool, {value});
}

InstId Builder::Select(InstId condition, InstId if_true, InstId if_false) {
  KC_CHECK(types::IsBool(type_of(condition)) && type_of(if_true) == type_of(if_false));
  return Append(Op::Select, type_of(if_true), {condition, if_true, if_false});
}

InstId Builder::ComplexMake(InstId real, InstId imag) {
  const TypeId element = type_of(real);
  KC_CHECK(element == type_of(imag) && (element == types::kFloat32 || element == types::kFloat64));
  const TypeId type = element == types::kFloat32 ? types::kComplex64 : types::kComplex128;
  return Append(Op::ComplexMake, type, {real, imag});
}

InstId Builder::ComplexReal(InstId value) {
  return Append(Op::ComplexReal, types::ComplexElement(type_of(value)), {value});
}

InstId Builder::ComplexImag(InstId value) {
  return Append(Op::ComplexImag, types::ComplexElement(type_of(value)), {value});
}

InstId Builder::TupleMake(std::span<const InstId> elements) {
  std::vector<TypeId> element_types;
  element_types.reserve(elements.size());
  for (const InstId element : elements) {
    element_types.push_back(type_of(element));
  }
  return Append(Op::TupleMake, module_->types.Tuple(std::move(element_types)), elements);
}

InstId Builder::TupleGet(InstId tuple, unsigned index) {
  const types::Type& type = module_->types.get(type_of(tuple));
  const bool is_vector = type.kind == TypeKind::Vector;
  if (type.kind == TypeKind::Optional) {
    KC_CHECK(index < 2);
    return Append(Op::TupleGet, index == 0 ? types::kBool : type.element, {tuple}, index);
  }
  KC_CHECK(is_vector ? index < type.ndim
                     : type.kind == TypeKind::Tuple && index < type.elements.size());
  return Append(Op::TupleGet, is_vector ? type.element : type.elements[index], {tuple}, index);
}

InstId Builder::Slot(TypeId type, std::string_view name) {
  Inst inst;
  inst.op = Op::Slot;
  inst.type = type;
  inst.range = range_;
  inst.text = function_->AddString(name);
  const InstId id = function_->AddInst(inst);
  std::vector<InstId>& body = function_->region(function_->body).insts;
  auto place = body.begin();
  while (place != body.end() && function_->inst(*place).op == Op::Slot) {
    ++place;
  }
  body.insert(place, id);
  return id;
}

InstId Builder::SlotLoad(InstId slot) {
  KC_CHECK(function_->inst(slot).op == Op::Slot);
  return Append(Op::SlotLoad, type_of(slot), {slot});
}

void Builder::SlotStore(InstId slot, InstId value) {
  KC_CHECK(function_->inst(slot).op == Op::Slot && type_of(slot) == type_of(value),
           "store of {} to a slot of {}", Spell(module_->types, type_of(value)),
           Spell(module_->types, type_of(slot)));
  Append(Op::SlotStore, types::kVoid, {slot, value});
}

InstId Builder::ArrayExtent(InstId array, unsigned dim) {
  KC_CHECK(dim < module_->types.get(type_of(array)).ndim);
  return Append(Op::ArrayExtent, types::kInt64, {array}, dim);
}

InstId Builder::ArrayStride(InstId array, unsigned dim) {
  KC_CHECK(dim < module_->types.get(type_of(array)).ndim);
  return Append(Op::ArrayStride, types::kInt64, {array}, dim);
}

InstId Builder::ArrayData(InstId array) {
  const types::Type& type = module_->types.get(type_of(array));
  KC_CHECK(type.kind == TypeKind::Array);
  return Append(Op::ArrayData, module_->types.PointerInto(type), {array});
}

InstId Builder::ElementPtr(InstId array, std::span<const InstId> indices, std::uint32_t wrap_mask) {
  const types::Type& type = module_->types.get(type_of(array));
  KC_CHECK(type.kind == TypeKind::Array && indices.size() == type.ndim);
  std::vector<InstId> operands;
  operands.reserve(indices.size() + 1);
  operands.push_back(array);
  operands.insert(operands.end(), indices.begin(), indices.end());
  return Append(Op::ElementPtr, module_->types.PointerInto(type), operands, wrap_mask);
}

InstId Builder::FieldPtr(InstId record, unsigned field) {
  const TypeId type = FieldPointerType(module_->types, type_of(record), field);
  return Append(Op::FieldPtr, type, {record}, field);
}

InstId Builder::Load(InstId pointer) {
  const types::Type& type = module_->types.get(type_of(pointer));
  KC_CHECK(type.kind == TypeKind::Pointer);
  return Append(Op::Load, type.element, {pointer});
}

void Builder::Store(InstId pointer, InstId value) {
  const types::Type& type = module_->types.get(type_of(pointer));
  KC_CHECK(type.kind == TypeKind::Pointer && type.element == type_of(value));
  Append(Op::Store, types::kVoid, {pointer, value});
}

InstId Builder::CallBuiltin(builtins::BuiltinId builtin, TypeId result,
                            std::span<const InstId> operands) {
  return Append(Op::CallBuiltin, result, operands, static_cast<std::int64_t>(builtin));
}

InstId Builder::Call(FunctionId callee, TypeId result, std::span<const InstId> operands) {
  KC_CHECK(callee.index < module_->functions.size());
  return Append(Op::Call, result, operands, callee.index);
}

InstId Builder::If(InstId condition, RegionId then_region, RegionId else_region, TypeId result) {
  KC_CHECK(types::IsBool(type_of(condition)));
  const std::array<RegionId, 2> regions{then_region, else_region};
  return Append(Op::If, result, std::span(&condition, 1), 0, 0, regions);
}

InstId Builder::ForRange(InstId start, InstId stop, InstId step, RegionId body) {
  const TypeId type = type_of(start);
  KC_CHECK(type == type_of(stop) && type == type_of(step));
  KC_CHECK(function_->region(body).insts.empty());
  const std::array<InstId, 3> operands{start, stop, step};
  Append(Op::ForRange, types::kVoid, operands, 0, 0, std::span(&body, 1));
  const RegionId outer = region_;
  region_ = body;
  const InstId variable = Append(Op::RegionArg, type, {});
  region_ = outer;
  return variable;
}

InstId Builder::While(RegionId condition, RegionId body) {
  const std::array<RegionId, 2> regions{condition, body};
  return Append(Op::While, types::kVoid, std::span<const InstId>(), 0, 0, regions);
}

void Builder::Return(InstId value) {
  if (value.has_value()) {
    Append(Op::Return, types::kVoid, {value});
  } else {
    Append(Op::Return, types::kVoid, {});
  }
}

}  // namespace kernelc::kir
