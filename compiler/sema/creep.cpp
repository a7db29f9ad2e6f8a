#include "compiler/sema/creep.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "compiler/kir/analysis/control.h"

namespace kernelc::sema {
namespace {

using kir::Function;
using kir::Inst;
using kir::InstId;
using kir::Op;

bool IsDouble(TypeId type) { return type == types::kFloat64 || type == types::kComplex128; }

class Uses {
 public:
  explicit Uses(const Function& function) : function_(function), users_(function.insts.size()) {
    kir::ForEachInst(function, function.body, [this](InstId id, const Inst& inst) {
      for (const InstId operand : function_.operands(inst)) {
        users_[operand.index].push_back(id);
      }
    });
  }

  // The value of `id` rounds to float32, and nothing else.
  bool AreNarrow(InstId id) const {
    return All(id, [](const Inst& user, InstId) {
      return user.op == Op::Convert && types::IsFloat(user.type) && !IsDouble(user.type);
    });
  }

  // The value of `id`, by itself or rounded, becomes an integer, and nothing else.
  bool AreIntegers(InstId id) const {
    return All(id, [this](const Inst& user, InstId user_id) {
      if (user.op == Op::Convert) {
        return types::IsInteger(user.type);
      }
      const bool keeps = user.op == Op::Neg ||
                         (user.op == Op::CallBuiltin && user.operands.count == 1 &&
                          IsDouble(user.type));
      return keeps && AreIntegers(user_id);
    });
  }

 private:
  template <typename Predicate>
  bool All(InstId id, const Predicate& predicate) const {
    const std::vector<InstId>& users = users_[id.index];
    return !users.empty() && std::ranges::all_of(users, [&](InstId user) {
      return predicate(function_.inst(user), user);
    });
  }

  const Function& function_;
  std::vector<std::vector<InstId>> users_;
};

// A float64 that float32 holds.
bool IsExact(const Function& function, InstId id) {
  const Inst& inst = function.inst(id);
  if (inst.op == Op::ConstFloat) {
    const double value = std::bit_cast<double>(inst.imm);
    return static_cast<double>(static_cast<float>(value)) == value;
  }
  if (inst.op != Op::Convert) {
    return false;
  }
  const TypeId from = function.inst(function.operand(inst, 0)).type;
  return (types::IsFloat(from) && !IsDouble(from)) ||
         (types::IsInteger(from) && types::scalar_bits(from) <= 16);
}

bool IsInnocuous(const Function& function, const Inst& inst) {
  const bool basic =
      inst.op == Op::Add || inst.op == Op::Sub || inst.op == Op::Mul || inst.op == Op::Div;
  return basic && inst.type == types::kFloat64 &&
         std::ranges::all_of(function.operands(inst),
                             [&](InstId operand) { return IsExact(function, operand); });
}

}  // namespace

std::optional<std::size_t> FirstNeededDouble(const Function& function,
                                             std::span<const SourceRange> places) {
  if (places.empty()) {
    return std::nullopt;
  }
  const Uses uses(function);
  std::size_t first = places.size();
  kir::ForEachInst(function, function.body, [&](InstId id, const Inst& inst) {
    if (!IsDouble(inst.type) || inst.op == Op::Convert || inst.op == Op::ConstFloat) {
      return;
    }
    const auto place = std::ranges::find(places.first(first), inst.range);
    if (place == places.begin() + static_cast<std::ptrdiff_t>(first)) {
      return;
    }
    const bool may_be_narrow =
        inst.op == Op::Select || inst.op == Op::If || IsInnocuous(function, inst);
    if (!(may_be_narrow && uses.AreNarrow(id)) && !uses.AreIntegers(id)) {
      first = static_cast<std::size_t>(place - places.begin());
    }
  });
  return first < places.size() ? std::optional(first) : std::nullopt;
}

}  // namespace kernelc::sema
