#include "compiler/kir/verify_records.h"

#include <fmt/format.h>

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

}  // namespace kernelc::kir
