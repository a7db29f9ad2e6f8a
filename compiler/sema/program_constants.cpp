// Arrays of files as constants of the KIR module.
#include <algorithm>

#include "compiler/sema/program.h"

namespace kernelc::sema {

namespace {

// Constant memory of a GPU module, and what every constant there is rounded up to.
constexpr std::size_t kConstantMemory = std::size_t{64} << 10;
constexpr std::size_t kConstantAlign = 16;

bool SameType(const types::Type& left, types::Type right) {
  right.space = left.space;
  return left == right;
}

}  // namespace

std::optional<kir::ConstantId> Program::AddConstant(const host::ConstantRef& array) {
  if (const auto known = constants_.find(array); known != constants_.end()) {
    return known->second;
  }
  if (array->text.size() > kMaxConstantBytes) {
    return std::nullopt;
  }
  kir::Constant constant;
  constant.extents = array->shape;
  constant.bytes = array->text;
  types::Type type;
  type.kind = types::TypeKind::Array;
  type.element = array->record ? types().FromElement(abi::ArgType::Record(array->record))
                               : types::ScalarType(array->scalar);
  type.ndim = static_cast<std::uint8_t>(array->shape.size());
  type.layout = array->is_fortran ? types::Layout::F : types::Layout::C;
  type.readonly = true;
  const std::size_t hash = std::hash<std::string>()(constant.bytes);
  const auto [begin, end] = constants_by_hash_.equal_range(hash);
  for (auto it = begin; it != end; ++it) {
    const kir::Constant& other = module_->constant(it->second);
    if (other.bytes == constant.bytes && other.extents == constant.extents &&
        SameType(types().get(other.type), type)) {
      constants_.emplace(array, it->second);
      return it->second;
    }
  }
  const std::size_t taken = (std::max<std::size_t>(constant.bytes.size(), 1) + kConstantAlign - 1) /
                            kConstantAlign * kConstantAlign;
  type.space = types::AddressSpace::Global;
  if (taken <= kConstantMemory - constant_memory_) {
    type.space = types::AddressSpace::Constant;
    constant_memory_ += taken;
  }
  constant.type = types().Intern(type);
  constant.symbol = UniqueSymbol("constant");
  const kir::ConstantId id(module_->constants.size());
  module_->constants.push_back(std::move(constant));
  constants_.emplace(array, id);
  constants_by_hash_.emplace(hash, id);
  return id;
}

// Those that only functions read which are not there any more.
void Program::DropUnusedConstants() {
  std::vector<bool> used(module_->constants.size(), false);
  const auto for_each_use = [this](const auto& visit) {
    for (kir::Function& function : module_->functions) {
      for (kir::Inst& inst : function.insts) {
        if (inst.op == kir::Op::ConstArray) {
          visit(inst);
        }
      }
    }
  };
  for_each_use([&](kir::Inst& inst) { used[static_cast<std::size_t>(inst.imm)] = true; });
  std::vector<std::int64_t> moved(used.size());
  std::deque<kir::Constant> kept;
  for (std::size_t i = 0; i < used.size(); ++i) {
    moved[i] = static_cast<std::int64_t>(kept.size());
    if (used[i]) {
      kept.push_back(std::move(module_->constants[i]));
    }
  }
  for_each_use([&](kir::Inst& inst) { inst.imm = moved[static_cast<std::size_t>(inst.imm)]; });
  module_->constants = std::move(kept);
}

}  // namespace kernelc::sema
