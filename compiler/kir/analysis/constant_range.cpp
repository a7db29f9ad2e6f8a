#include "compiler/kir/analysis/constant_range.h"

#include <cstring>

namespace kernelc::kir {
namespace {

// The integer of `size` bytes at `bytes`, little-endian.
Wide IntegerAt(const char* bytes, std::size_t size, bool is_signed) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes, size);
  const unsigned unused = 64 - 8 * static_cast<unsigned>(size);
  return is_signed ? Wide{static_cast<std::int64_t>(value << unused) >> unused} : Wide{value};
}

}  // namespace

Interval ConstantRanges::RangeOfLoad(const Inst& load) {
  const Inst& element = function_.inst(function_.operand(load, 0));
  if (element.op != Op::ElementPtr) {
    return IntervalOf(load.type);
  }
  const Inst& array = function_.inst(function_.operand(element, 0));
  if (array.op != Op::ConstArray) {
    return IntervalOf(load.type);
  }
  const ConstantId id(static_cast<std::uint32_t>(array.imm));
  const auto [place, is_new] = known_.try_emplace(id);
  if (is_new) {
    place->second = RangeOfElements(module_.constant(id));
  }
  return place->second;
}

Interval ConstantRanges::RangeOfElements(const Constant& constant) const {
  const TypeId type = module_.types.get(constant.type).element;
  if (!types::IsInteger(type) || constant.bytes.empty()) {
    return IntervalOf(type);
  }
  const std::size_t size = types::scalar_bits(type) / 8;
  Interval all;
  for (std::size_t at = 0; at + size <= constant.bytes.size(); at += size) {
    const Wide value = IntegerAt(constant.bytes.data() + at, size, types::IsSigned(type));
    all = Join(all, {value, value});
  }
  return all;
}

}  // namespace kernelc::kir
