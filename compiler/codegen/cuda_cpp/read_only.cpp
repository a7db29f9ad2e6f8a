#include "compiler/codegen/cuda_cpp/read_only.h"

#include "compiler/kir/analysis/external.h"

namespace kernelc::codegen::cuda_cpp {
namespace {

using kir::Inst;
using kir::InstId;
using kir::Op;
using types::TypeKind;

// Operations that make an array or a pointer of another one, operand 0: written through where the
// result is.
bool HandsOn(Op op) {
  return op == Op::ArrayData || op == Op::ArrayMake || op == Op::Convert || op == Op::ElementPtr ||
         op == Op::FieldPtr;
}

// Arrays and pointers of others come from where they may be written through.
bool CanBeReadOnly(Op op) { return HandsOn(op) || op == Op::Param || op == Op::ConstArray; }

}  // namespace

ReadOnly::ReadOnly(const kir::Module& module, const std::vector<Assignments>& assignments)
    : module_(module), assignments_(assignments) {
  for (const kir::Function& function : module.functions) {
    indices_.emplace(&function, indices_.size());
    std::vector<bool>& writable = writable_.emplace_back(function.insts.size());
    const bool is_fixed = kir::IsExternal(function) || kir::IsExported(function);
    for (std::size_t i = 0; i < function.insts.size(); ++i) {
      const Inst& inst = function.insts[i];
      writable[i] = !CanBeReadOnly(inst.op) || (inst.op == Op::Param && is_fixed);
    }
  }
  do {
    changed_ = false;
    for (std::size_t i = 0; i < module.functions.size(); ++i) {
      Visit(i, module.functions[i].body);
    }
  } while (changed_);
}

bool ReadOnly::contains(const kir::Function& function, InstId value) const {
  const TypeKind kind = module_.types.get(function.inst(value).type).kind;
  return (kind == TypeKind::Array || kind == TypeKind::Pointer) &&
         !writable_[indices_.at(&function)][value.index];
}

void ReadOnly::Visit(std::size_t index, kir::RegionId region) {
  const kir::Function& function = module_.functions[index];
  const Assignments& assignments = assignments_[index];
  for (const InstId id : function.region(region).insts) {
    if (assignments.questions.contains(id.index)) {
      continue;
    }
    if (const auto found = assignments.by_inst.find(id.index); found != assignments.by_inst.end()) {
      changed_ = changed_ || !writable_[index][found->second.to.index];
      writable_[index][found->second.to.index] = true;
      continue;
    }
    VisitInst(index, id);
    for (const kir::RegionId inner : function.regions_of(function.inst(id))) {
      Visit(index, inner);
    }
  }
}

void ReadOnly::VisitInst(std::size_t index, InstId id) {
  const kir::Function& function = module_.functions[index];
  const Inst& user = function.inst(id);
  std::vector<bool>& writable = writable_[index];
  const auto operands = function.operands(user);
  for (std::uint32_t i = 0; i < operands.size(); ++i) {
    const TypeKind kind = module_.types.get(function.inst(operands[i]).type).kind;
    if (writable[operands[i].index] || (kind != TypeKind::Array && kind != TypeKind::Pointer)) {
      continue;
    }
    const bool writes = HandsOn(user.op) ? i == 0 && writable[id.index] : Writes(user, i);
    writable[operands[i].index] = writes;
    changed_ = changed_ || writes;
  }
}

// Whether the operation may write through its operand, or leaves it where there are no const
// elements.
bool ReadOnly::Writes(const Inst& user, std::uint32_t operand) const {
  if (user.op == Op::Call) {
    const auto callee = static_cast<std::size_t>(user.imm);
    return writable_[callee][module_.functions[callee].params[operand].value.index];
  }
  const bool reads = user.op == Op::ArrayExtent || user.op == Op::ArrayStride ||
                     user.op == Op::Compare || user.op == Op::Load ||
                     (user.op == Op::RecordCopy && operand == 1);
  return !reads;
}

}  // namespace kernelc::codegen::cuda_cpp
