#include "compiler/codegen/nvptx/address_distances.h"

#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/ConstantFolder.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "compiler/codegen/nvptx/offset_sums.h"

namespace kernelc::codegen {

namespace {

// Others that an address is compared with.
constexpr std::size_t kMaxCompared = 16;
// Products of which a distance is the sum.
constexpr std::size_t kMaxTerms = 2;
// Operations of which an address is made that nothing else needs.
constexpr std::size_t kMaxOperations = 16;

using Operations = llvm::SmallPtrSet<const llvm::Instruction*, 16>;

// The first access by a pointer, and those at a constant distance from it that follow.
struct Place {
  llvm::Instruction* pointer;
  llvm::Instruction* access;
  Address address;
  // Constants of the accesses' indices.
  llvm::SmallVector<std::pair<llvm::Instruction*, std::uint64_t>, 4> constants;
};

// size * sum + constant.
struct Distance {
  OffsetSum sum;
  bool in_words = false;
  std::uint64_t size = 1;
  std::uint64_t constant = 0;
  unsigned cost = 0;
};

// By which both can be told apart as indices.
bool AreIndices(const Address& a, const Address& b) {
  return a.has_index && b.has_index && a.size == b.size;
}

bool IsNegative(std::uint64_t count) { return static_cast<std::int64_t>(count) < 0; }

bool IsOne(std::uint64_t count) { return count == 1 || count + 1 == 0; }

// `a` - `b`. In words only between indices, and there but for whether the sum without its constant
// overflows.
std::optional<Distance> DistanceOf(const Address& a, const Address& b, bool in_words,
                                   std::size_t max_terms) {
  if (in_words && !AreIndices(a, b)) {
    return std::nullopt;
  }
  const auto sum = in_words ? Difference(a.index, b.index, true, max_terms)
                            : Difference(a.offset, b.offset, false, max_terms);
  if (!sum) {
    return std::nullopt;
  }
  Distance distance{*sum, in_words, 1, sum->constant, 0};
  if (in_words) {
    distance.size = a.size;
    distance.constant = sum->constant * a.size + a.constant - b.constant;
  }
  return distance;
}

// Where instructions stand, those that were inserted too: LLVM numbers a block anew for the first
// question behind an insertion.
class Positions {
 public:
  explicit Positions(const llvm::DominatorTree& dominators) : dominators_(dominators) {
    for (const auto* node : llvm::depth_first(dominators.getRootNode())) {
      for (llvm::Instruction& inst : *node->getBlock()) {
        positions_[&inst] = instructions_.size() * kRoom;
        instructions_.push_back(&inst);
      }
    }
  }

  // As they stood, blocks behind those that dominate them.
  llvm::ArrayRef<llvm::Instruction*> instructions() const { return instructions_; }

  // `inserted` was put before `before`, one of these.
  void Add(const llvm::Instruction& inserted, const llvm::Instruction& before) {
    positions_[&inserted] = positions_.lookup(&before) - kRoom + ++inserted_;
  }

  bool Dominates(const llvm::Instruction& a, const llvm::Instruction& b) const {
    return a.getParent() == b.getParent()
               ? positions_.lookup(&a) < positions_.lookup(&b)
               : dominators_.properlyDominates(a.getParent(), b.getParent());
  }

  // Wherever `pointer` is used.
  bool DominatesUses(const llvm::Instruction& access, const llvm::Instruction& pointer) const {
    return llvm::all_of(pointer.uses(), [&](const llvm::Use& use) {
      const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
      const auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
      return phi == nullptr ? Dominates(access, *user)
                            : dominators_.dominates(access.getParent(), phi->getIncomingBlock(use));
    });
  }

  // The first of `instructions` behind `inst`, which ends no block.
  llvm::Instruction* After(const llvm::Instruction& inst) const {
    return instructions_[positions_.lookup(&inst) / kRoom + 1];
  }

 private:
  static constexpr std::uint64_t kRoom = std::uint64_t{1} << 32;

  const llvm::DominatorTree& dominators_;
  std::vector<llvm::Instruction*> instructions_;
  llvm::DenseMap<const llvm::Instruction*, std::uint64_t> positions_;
  std::uint64_t inserted_ = 0;
};

// Inserts before `place`, one of the instructions that stood already.
class Builder : public llvm::IRBuilder<llvm::ConstantFolder, llvm::IRBuilderCallbackInserter> {
 public:
  Builder(llvm::Instruction& place, Positions& positions)
      : IRBuilder(
            place.getContext(), llvm::ConstantFolder(),
            llvm::IRBuilderCallbackInserter([&place, &positions](llvm::Instruction* inserted) {
              positions.Add(*inserted, place);
            })) {
    SetInsertPoint(&place);
  }
};

class DistanceFinder {
 public:
  DistanceFinder(llvm::Function& function, const llvm::DominatorTree& dominators,
                 const llvm::LoopInfo& loops)
      : loops_(loops), positions_(dominators), offsets_(function.getParent()->getDataLayout()) {}

  bool Run() {
    FindPlaces();
    for (auto& [base, places] : places_) {
      for (std::size_t i = 1; i < places.size(); ++i) {
        MoveNear(places, i);
      }
    }
    for (const llvm::WeakTrackingVH& replaced : replaced_) {
      if (replaced != nullptr) {
        llvm::RecursivelyDeleteTriviallyDeadInstructions(replaced);
      }
    }
    return !replaced_.empty();
  }

 private:
  void FindPlaces() {
    llvm::SmallPtrSet<const llvm::Value*, 32> seen;
    std::vector<std::pair<llvm::Instruction*, llvm::Instruction*>> accesses;
    for (llvm::Instruction* inst : positions_.instructions()) {
      auto* pointer =
          llvm::dyn_cast_or_null<llvm::GetElementPtrInst>(llvm::getLoadStorePointerOperand(inst));
      if (pointer != nullptr && seen.insert(pointer).second) {
        accesses.emplace_back(pointer, inst);
      }
    }
    for (const auto& [pointer, access] : accesses) {
      std::optional<Address> address = offsets_.AddressOf(pointer);
      if (address && address->base != pointer) {
        AddPlace({pointer, access, std::move(*address), {}});
      }
    }
  }

  // One at a constant distance from another is made of that.
  void AddPlace(Place place) {
    std::vector<Place>& places = places_[place.address.base];
    const std::size_t first = places.size() - std::min(places.size(), kMaxCompared);
    for (std::size_t i = places.size(); i-- > first;) {
      Place& other = places[i];
      std::optional<Distance> distance = DistanceOf(place.address, other.address, true, 0);
      if (!distance) {
        distance = DistanceOf(place.address, other.address, false, 0);
      }
      if (distance && positions_.DominatesUses(*other.access, *place.pointer)) {
        if (place.pointer->getOperand(0) != other.pointer) {
          Builder builder(*InsertionPoint(*other.pointer, *place.pointer), positions_);
          Replace(*place.pointer, *AtConstant(builder, *other.pointer, distance->constant));
        }
        if (AreIndices(place.address, other.address)) {
          other.constants.emplace_back(place.access, place.address.index.constant);
        }
        return;
      }
    }
    place.constants.emplace_back(place.access, place.address.index.constant);
    places.push_back(std::move(place));
  }

  // Of two that dominate an access one is behind the other.
  llvm::Instruction* InsertionPoint(llvm::Instruction& other, llvm::Instruction& pointer) const {
    return positions_.Dominates(other, pointer) ? &pointer : positions_.After(other);
  }

  static llvm::Value* AtConstant(Builder& builder, llvm::Value& pointer, std::uint64_t distance) {
    return distance == 0 ? &pointer : builder.CreatePtrAdd(&pointer, builder.getInt64(distance));
  }

  void Replace(llvm::Instruction& pointer, llvm::Value& value) {
    pointer.replaceAllUsesWith(&value);
    replaced_.emplace_back(&pointer);
    Operations operations;
    AddUnused(pointer, operations);
    unused_.insert(operations.begin(), operations.end());
  }

  void MoveNear(std::vector<Place>& places, std::size_t i) {
    Place& place = places[i];
    const Place* best = nullptr;
    Distance nearest;
    for (std::size_t j = i - std::min(i, kMaxCompared); j < i; ++j) {
      for (const bool in_words : {false, true}) {
        const std::optional<Distance> distance = UsableDistance(place, places[j], in_words);
        if (distance && (best == nullptr || distance->cost < nearest.cost) &&
            positions_.DominatesUses(*places[j].access, *place.pointer)) {
          best = &places[j];
          nearest = *distance;
        }
      }
    }
    Operations operations;
    if (best == nullptr || nearest.cost >= AddUnused(*place.pointer, operations)) {
      return;
    }
    Builder builder(*InsertionPoint(*best->pointer, *place.pointer), positions_);
    llvm::Value* moved = Moved(builder, *best->pointer, nearest);
    Replace(*place.pointer, *moved);
    place.pointer = llvm::cast<llvm::Instruction>(moved);
  }

  std::optional<Distance> UsableDistance(const Place& place, const Place& other,
                                         bool in_words) const {
    std::optional<Distance> distance =
        DistanceOf(place.address, other.address, in_words, kMaxTerms);
    if (!distance || distance->sum.terms.empty() ||
        (in_words && distance->sum.constant != 0 && !HasConstant(other, place))) {
      return std::nullopt;
    }
    distance->cost = CostOf(*distance);
    return distance;
  }

  // An access of `other` differs from that of `place` by no constant: so indices of elements differ
  // by the sum without its constant.
  bool HasConstant(const Place& other, const Place& place) const {
    return llvm::any_of(other.constants, [&](const auto& known) {
      return static_cast<std::uint32_t>(known.second) ==
                 static_cast<std::uint32_t>(place.address.index.constant) &&
             positions_.DominatesUses(*known.first, *place.pointer);
    });
  }

  // In instructions of the GPU: a product of 64 bits takes three, a sum two, and a word that is
  // widened, multiplied and added to a pointer one.
  unsigned CostOf(const Distance& distance) const {
    unsigned cost = distance.in_words ? 1 : 0;
    for (const Term& term : distance.sum.terms) {
      const auto products = static_cast<unsigned>(term.product.size() - 1);
      const bool is_known = products_.contains({term.product, distance.in_words});
      if (distance.in_words) {
        cost += is_known ? 0U : products;
        cost += distance.sum.terms.size() > 1 || !IsOne(term.count) ? 1U : 0U;
      } else if (products == 0 && offsets_.factor(term.product[0]).is_word) {
        cost += IsNegative(term.count) ? 2U : 1U;
      } else {
        const bool shifts = llvm::isPowerOf2_64(term.count) || llvm::isPowerOf2_64(0 - term.count);
        cost += (is_known ? 0U : 3U * products) + (shifts ? 2U : 3U);
      }
    }
    return cost;
  }

  // What a pointer alone needs goes to `operations`; its instructions.
  unsigned AddUnused(const llvm::Instruction& pointer, Operations& operations) const {
    unsigned cost = 0;
    llvm::SmallVector<const llvm::Instruction*> open = {&pointer};
    operations.insert(&pointer);
    while (!open.empty() && operations.size() < kMaxOperations) {
      const llvm::Instruction* inst = open.pop_back_val();
      cost += CostOf(*inst, pointer);
      for (const llvm::Value* operand : inst->operands()) {
        const auto* next = llvm::dyn_cast<llvm::Instruction>(operand);
        const bool is_arithmetic = next != nullptr && (next->isBinaryOp() || next->isCast() ||
                                                       llvm::isa<llvm::GetElementPtrInst>(next));
        if (is_arithmetic && !operations.contains(next) &&
            llvm::all_of(next->users(), [&](const llvm::User* user) {
              const auto* by = llvm::cast<llvm::Instruction>(user);
              return operations.contains(by) || unused_.contains(by);
            })) {
          operations.insert(next);
          open.push_back(next);
        }
      }
    }
    return cost;
  }

  unsigned CostOf(const llvm::Instruction& inst, const llvm::Instruction& pointer) const {
    if (loops_.getLoopFor(inst.getParent()) != loops_.getLoopFor(pointer.getParent())) {
      return 0;
    }
    if (const auto* element = llvm::dyn_cast<llvm::GetElementPtrInst>(&inst)) {
      const llvm::Value* index = element->getOperand(element->getNumOperands() - 1);
      const bool is_word = llvm::isa<llvm::ZExtInst, llvm::SExtInst>(index);
      return element->hasAllConstantIndices() ? 0 : is_word ? 1 : 2;
    }
    const bool is_wide = inst.getType()->isIntegerTy(64);
    if (inst.getOpcode() == llvm::Instruction::Mul) {
      return is_wide ? 3 : 1;
    }
    const auto is_product = [](const llvm::Value* value) {
      const auto* product = llvm::dyn_cast<llvm::BinaryOperator>(value);
      return product != nullptr && product->getOpcode() == llvm::Instruction::Mul &&
             product->hasOneUse();
    };
    // Sums with a product come with that.
    const bool is_free = inst.isCast() || llvm::any_of(inst.operands(), is_product);
    return is_free ? 0 : is_wide ? 2 : 1;
  }

  llvm::Value* Moved(Builder& builder, llvm::Value& from, const Distance& distance) {
    llvm::Value* pointer = &from;
    if (distance.in_words) {
      const auto [word, size] = WordOf(builder, distance);
      llvm::Value* wide = builder.CreateSExt(word, builder.getInt64Ty());
      pointer = builder.CreatePtrAdd(pointer, builder.CreateMul(wide, builder.getInt64(size)));
    } else {
      for (const Term& term : distance.sum.terms) {
        llvm::Value* product = ProductOf(builder, term.product, false);
        pointer =
            builder.CreatePtrAdd(pointer, builder.CreateMul(product, builder.getInt64(term.count)));
      }
    }
    return AtConstant(builder, *pointer, distance.constant);
  }

  // The sum as a word and a size by which that is multiplied.
  std::pair<llvm::Value*, std::uint64_t> WordOf(Builder& builder, const Distance& distance) {
    const llvm::ArrayRef<Term> terms = distance.sum.terms;
    if (terms.size() == 1 && IsOne(terms[0].count)) {
      return {ProductOf(builder, terms[0].product, true), distance.size * terms[0].count};
    }
    llvm::Value* sum = builder.getInt32(0);
    for (const Term& term : terms) {
      llvm::Value* count = builder.getInt32(static_cast<std::uint32_t>(term.count));
      sum =
          builder.CreateAdd(sum, builder.CreateMul(ProductOf(builder, term.product, true), count));
    }
    return {sum, distance.size};
  }

  llvm::Value* ProductOf(Builder& builder, const Product& product, bool in_words) {
    llvm::Instruction*& known = products_[{product, in_words}];
    if (known != nullptr && positions_.Dominates(*known, *builder.GetInsertPoint())) {
      return known;
    }
    Builder outer(*OutermostPlace(*builder.GetInsertPoint(), product), positions_);
    llvm::Value* result = nullptr;
    for (const unsigned number : product) {
      const Factor& factor = offsets_.factor(number);
      llvm::Value* value = factor.value;
      if (factor.is_word) {
        value = in_words ? outer.CreateTrunc(value, outer.getInt32Ty())
                         : outer.CreateSExt(value, outer.getInt64Ty());
      }
      result = result == nullptr ? value : outer.CreateMul(result, value);
    }
    known = product.size() > 1 ? llvm::dyn_cast<llvm::Instruction>(result) : nullptr;
    return result;
  }

  // Before the loops that do not change the product.
  llvm::Instruction* OutermostPlace(llvm::Instruction& place, const Product& product) const {
    llvm::Instruction* outermost = &place;
    for (const llvm::Loop* loop = loops_.getLoopFor(place.getParent()); loop != nullptr;
         loop = loop->getParentLoop()) {
      const bool changes = llvm::any_of(product, [&](unsigned factor) {
        return !loop->isLoopInvariant(offsets_.factor(factor).value);
      });
      if (changes || loop->getLoopPreheader() == nullptr) {
        break;
      }
      outermost = loop->getLoopPreheader()->getTerminator();
    }
    return outermost;
  }

  const llvm::LoopInfo& loops_;
  Positions positions_;
  Offsets offsets_;
  llvm::MapVector<llvm::Value*, std::vector<Place>> places_;
  // In words or not.
  std::map<std::pair<Product, bool>, llvm::Instruction*> products_;
  llvm::SmallVector<llvm::WeakTrackingVH> replaced_;
  // By these and by what they alone were made of.
  llvm::SmallPtrSet<const llvm::Instruction*, 32> unused_;
};

}  // namespace

llvm::PreservedAnalyses AddressDistancesPass::run(llvm::Function& function,
                                                  llvm::FunctionAnalysisManager& analyses) {
  DistanceFinder finder(function, analyses.getResult<llvm::DominatorTreeAnalysis>(function),
                        analyses.getResult<llvm::LoopAnalysis>(function));
  if (!finder.Run()) {
    return llvm::PreservedAnalyses::all();
  }
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

}  // namespace kernelc::codegen
