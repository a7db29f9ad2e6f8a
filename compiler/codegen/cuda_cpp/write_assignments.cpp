// Assignments to slices as calls of the support header.
#include <fmt/format.h>

#include "compiler/codegen/cuda_cpp/function_writer.h"

namespace kernelc::codegen::cuda_cpp {

using kir::Op;

namespace {

// Types that `T(x)` converts between as the kernel language does.
bool IsPlainNumber(TypeId id) {
  return types::IsScalar(id) && !types::IsComplex(id) &&
         (!types::IsFloat(id) || types::scalar_bits(id) > 16);
}

}  // namespace

const ElementAssignment* FunctionWriter::FindAssignment(kir::InstId id) const {
  const auto found = assignments_.by_inst.find(id.index);
  return found == assignments_.by_inst.end() ? nullptr : &found->second;
}

// What is stored for one element, as a function of it and, in updates, of what was there; empty
// where that is the element itself.
std::string FunctionWriter::StoredElement(const ElementAssignment& assignment) {
  const TypeId from = type_of(assignment.from_element);
  const TypeId to = type(type_of(assignment.to)).element;
  const bool converts = assignment.computed.size() == 1 &&
                        inst(assignment.stored).op == Op::Convert &&
                        operand(inst(assignment.stored), 0) == assignment.from_element;
  if (assignment.stored == assignment.from_element ||
      (converts && IsPlainNumber(from) && IsPlainNumber(to) && !types::IsBool(to))) {
    return "";
  }
  const std::size_t mark = names_.mark();
  std::string params;
  for (const kir::InstId element : {assignment.to_element, assignment.from_element}) {
    if (element.has_value()) {
      const std::string name = names_.Add(element == assignment.from_element ? "value" : "old");
      params += fmt::format("{}{} {}", params.empty() ? "" : ", ", Spell(type_of(element)), name);
      SetName(element, name);
    }
  }
  for (const kir::InstId id : assignment.computed) {
    WriteInst(id);
  }
  const std::string stored = UseTyped(assignment.stored).text;
  names_.Release(mark);
  return fmt::format(", [&]({}) {{ return {}; }}", params, stored);
}

void FunctionWriter::WriteAssignment(const kir::Inst& value, const ElementAssignment& assignment) {
  WriteComments(value);
  std::string arguments;
  std::string function = "fill";
  if (assignment.from.has_value()) {
    const std::string change = StoredElement(assignment);
    function = assignment.to_element.has_value() ? "update" : "assign";
    arguments = Use(assignment.from).text + change;
  } else {
    for (const kir::InstId id : assignment.computed) {
      WriteInst(id);
    }
    arguments = UseTyped(assignment.stored).text;
  }
  Hazards written;
  written.memory = true;
  const std::string to = Use(assignment.to).text;
  Settle(written);
  Line(fmt::format("kc::{}_elements({}, {});", function, to, arguments));
}

}  // namespace kernelc::codegen::cuda_cpp
