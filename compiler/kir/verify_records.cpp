#include "compiler/kir/verify_records.h"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "compiler/kir/text.h"

namespace kernelc::kir {
namespace {

std::string CopyFault(const types::TypeStore& store, const types::Type& to,
                      const types::Type& from) {
  if (!types::SameFields(store, to.element, from.element)) {
    return "it copies between records of different fields";
  }
  return to.space == types::AddressSpace::Constant ? "it writes constant memory" : "";
}

std::string TypeFault(const types::TypeStore& store, std::string_view what, TypeId type,
                      TypeId expected) {
  return fmt::format("{} is {}, not {}", what, PrintType(store, type),
                     PrintType(store, expected));
}

}  // namespace

std::string RecordFault(const Module& module, const Function& function, const Inst& inst) {
  const types::TypeStore& store = module.types;
  const auto operand_type = [&](std::uint32_t i) {
    return function.inst(function.operand(inst, i)).type;
  };
  for (std::uint32_t i = 0; i < inst.operands.count; ++i) {
    if (!types::IsRecordPointer(store, operand_type(i))) {
      return fmt::format("operand {} is no pointer to a record", i);
    }
  }
  const types::Type& from = store.get(operand_type(0));
  if (inst.op == Op::RecordCopy) {
    return CopyFault(store, from, store.get(operand_type(1)));
  }
  const types::Type& record = store.get(from.element);
  if (inst.imm < 0 || inst.imm >= static_cast<std::int64_t>(record.fields.size())) {
    return fmt::format("the record has no field {}", inst.imm);
  }
  const TypeId field = record.fields[static_cast<std::size_t>(inst.imm)].type;
  const types::Type& result = store.get(inst.type);
  if (result.kind != types::TypeKind::Pointer || result.element != field ||
      result.space != from.space) {
    return fmt::format("the result is {}, not a pointer to {}", PrintType(store, inst.type),
                       PrintType(store, field));
  }
  return "";
}

std::string TupleFault(const Module& module, const Function& function, const Inst& inst) {
  const types::TypeStore& store = module.types;
  const auto operand_type = [&](std::uint32_t i) {
    return function.inst(function.operand(inst, i)).type;
  };
  // The elements of a tuple, the lanes of a vector, the two parts of an optional value; null for other types.
  const auto elements_of = [&](TypeId id) -> std::optional<std::vector<TypeId>> {
    const types::Type& type = store.get(id);
    if (type.kind == types::TypeKind::Vector) {
      return std::vector<TypeId>(type.ndim, type.element);
    }
    if (type.kind == types::TypeKind::Optional && inst.op != Op::TupleIndex) {
      return std::vector<TypeId>{types::kBool, type.element};
    }
    return type.kind == types::TypeKind::Tuple ? std::optional(type.elements) : std::nullopt;
  };
  if (inst.op == Op::TupleMake) {
    const std::optional<std::vector<TypeId>> elements = elements_of(inst.type);
    if (!elements || elements->size() != inst.operands.count) {
      return fmt::format("it gives {} elements to {}", inst.operands.count,
                         PrintType(store, inst.type));
    }
    for (std::uint32_t i = 0; i < inst.operands.count; ++i) {
      if (operand_type(i) != (*elements)[i]) {
        return TypeFault(store, fmt::format("operand {}", i), operand_type(i), (*elements)[i]);
      }
    }
    return "";
  }
  const std::optional<std::vector<TypeId>> elements = elements_of(operand_type(0));
  if (!elements) {
    return fmt::format("operand 0 is {}, not a tuple", PrintType(store, operand_type(0)));
  }
  if (inst.op == Op::TupleGet) {
    const bool is_vector = store.get(operand_type(0)).kind == types::TypeKind::Vector;
    if (inst.imm < 0 || inst.imm >= static_cast<std::int64_t>(elements->size())) {
      return is_vector ? fmt::format("the vector has no lane {}", inst.imm)
                       : fmt::format("the tuple has no element {}", inst.imm);
    }
    const TypeId element = (*elements)[static_cast<std::size_t>(inst.imm)];
    return inst.type == element ? "" : TypeFault(store, "the result", inst.type, element);
  }
  if (!types::IsInteger(operand_type(1))) {
    return "operand 1 is not an integer";
  }
  if (elements->empty()) {
    return "the tuple has no element";
  }
  for (const TypeId element : *elements) {
    if (inst.type != element) {
      return TypeFault(store, "the result", inst.type, element);
    }
  }
  return "";
}

}  // namespace kernelc::kir
