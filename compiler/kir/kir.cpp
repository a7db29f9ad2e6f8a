#include "compiler/kir/kir.h"

#include <iterator>
#include <limits>
#include <utility>

namespace kernelc::kir {
namespace {

constexpr std::uint32_t kMany = std::numeric_limits<std::uint32_t>::max();

constexpr OpInfo kOpInfos[] = {
#define KIR_OP(name, text, min_operands, max_operands, regions, attribute, result, effects, \
               spread, flow, bits, cuda)                                                    \
  {text,                                                                                    \
   min_operands,                                                                            \
   max_operands,                                                                            \
   regions,                                                                                 \
   AttributeKind::attribute,                                                                \
   ResultRule::result,                                                                      \
   Effects::effects,                                                                        \
   Flow::flow,                                                                              \
   Bits::bits},
#include "compiler/kir/ops.def"
};
static_assert(std::size(kOpInfos) == static_cast<std::size_t>(Op::kCount));

constexpr std::string_view kPredicateNames[] = {"eq", "ne", "lt", "le", "gt", "ge"};
static_assert(std::size(kPredicateNames) == kPredicateCount);
static_assert(static_cast<std::int64_t>(ComparePredicate::Ge) + 1 == kPredicateCount);

constexpr std::string_view kAtomicNames[] = {"add", "sub", "min", "max",      "nanmin", "nanmax",
                                             "and", "or",  "xor", "exchange", "inc",    "dec"};
static_assert(std::size(kAtomicNames) == kAtomicCount);
static_assert(static_cast<std::int64_t>(AtomicKind::Dec) + 1 == kAtomicCount);

// The pool may grow while `ids` points into it, so the ids are copied first.
template <typename T>
Slice AddToPool(std::vector<T>* pool, std::span<const T> ids) {
  const Slice slice{static_cast<std::uint32_t>(pool->size()),
                    static_cast<std::uint32_t>(ids.size())};
  const std::vector<T> copy(ids.begin(), ids.end());
  pool->insert(pool->end(), copy.begin(), copy.end());
  return slice;
}

}  // namespace

const OpInfo& op_info(Op op) {
  KC_CHECK(op < Op::kCount);
  return kOpInfos[static_cast<std::size_t>(op)];
}

std::string_view predicate_name(ComparePredicate predicate) {
  return kPredicateNames[static_cast<std::size_t>(predicate)];
}

bool atomic_needs_integer(AtomicKind kind) {
  switch (kind) {
    case AtomicKind::And:
    case AtomicKind::Or:
    case AtomicKind::Xor:
    case AtomicKind::Inc:
    case AtomicKind::Dec:
      return true;
    case AtomicKind::Add:
    case AtomicKind::Sub:
    case AtomicKind::Min:
    case AtomicKind::Max:
    case AtomicKind::NanMin:
    case AtomicKind::NanMax:
    case AtomicKind::Exchange:
      return false;
  }
  return false;
}

std::string_view atomic_name(AtomicKind kind) {
  return kAtomicNames[static_cast<std::size_t>(kind)];
}

std::int64_t WrapInteger(TypeId type, std::int64_t value) {
  if (types::IsBool(type)) {
    return value != 0 ? 1 : 0;
  }
  const unsigned bits = types::scalar_bits(type);
  if (bits == 64) {
    return value;
  }
  const unsigned shift = 64 - bits;
  const std::uint64_t shifted = static_cast<std::uint64_t>(value) << shift;
  if (types::IsSigned(type)) {
    return static_cast<std::int64_t>(shifted) >> shift;
  }
  return static_cast<std::int64_t>(shifted >> shift);
}

Slice Function::AddOperands(std::span<const InstId> ids) { return AddToPool(&operand_pool, ids); }

Slice Function::AddRegions(std::span<const RegionId> ids) { return AddToPool(&region_pool, ids); }

RegionId Function::AddRegion() {
  regions.emplace_back();
  return RegionId(regions.size() - 1);
}

InstId Function::AddInst(const Inst& inst) {
  insts.push_back(inst);
  return InstId(insts.size() - 1);
}

std::uint32_t Function::AddString(std::string_view text) {
  for (std::size_t i = 0; i < strings.size(); ++i) {
    if (strings[i] == text) {
      return static_cast<std::uint32_t>(i);
    }
  }
  strings.emplace_back(text);
  return static_cast<std::uint32_t>(strings.size() - 1);
}

std::int64_t Function::AddInts(std::vector<std::int64_t> values) {
  int_lists.push_back(std::move(values));
  return static_cast<std::int64_t>(int_lists.size() - 1);
}

}  // namespace kernelc::kir
