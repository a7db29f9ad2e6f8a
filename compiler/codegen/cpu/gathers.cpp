#include "compiler/codegen/cpu/gathers.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace kernelc::codegen {

namespace {

// What a lane reads or writes at a time; or three quarters of it, of elements of a quarter: x, y
// and z.
constexpr unsigned kBytes = 16;
constexpr unsigned kQuarters = 4;
constexpr unsigned kMaxDepth = 8;

// Addresses as sums: values with their factors, in order, and a constant.
using Sum = std::vector<std::pair<const llvm::Value*, std::int64_t>>;
struct Address {
  Sum sum;
  std::int64_t constant = 0;
};

class AddressReader {
 public:
  explicit AddressReader(const llvm::DataLayout& layout) : layout_(layout) {}

  Address Read(const llvm::Value* pointers) {
    address_ = {};
    AddPointer(pointers, 0);
    std::sort(address_.sum.begin(), address_.sum.end());
    return std::move(address_);
  }

 private:
  void AddPointer(const llvm::Value* pointer, unsigned depth) {
    const auto* element = llvm::dyn_cast<llvm::GetElementPtrInst>(pointer);
    if (element == nullptr || element->getNumIndices() != 1 || depth > kMaxDepth) {
      address_.sum.emplace_back(Unsplat(pointer), 1);
      return;
    }
    AddPointer(element->getPointerOperand(), depth + 1);
    const std::uint64_t size = layout_.getTypeAllocSize(element->getSourceElementType());
    AddIndex(element->getOperand(1), static_cast<std::int64_t>(size), depth + 1);
  }

  void AddIndex(const llvm::Value* index, std::int64_t factor, unsigned depth) {
    using namespace llvm::PatternMatch;
    index = Unsplat(index);
    const llvm::APInt* constant = nullptr;
    llvm::Value* rest = nullptr;
    if (match(index, m_APInt(constant)) && constant->getBitWidth() <= 64) {
      address_.constant += factor * constant->getSExtValue();
    } else if (depth <= kMaxDepth && match(index, m_AddLike(m_Value(rest), m_APInt(constant))) &&
               constant->getBitWidth() == 64) {
      address_.constant += factor * constant->getSExtValue();
      AddIndex(rest, factor, depth + 1);
    } else {
      address_.sum.emplace_back(index, factor);
    }
  }

  static const llvm::Value* Unsplat(const llvm::Value* value) {
    const llvm::Value* scalar = llvm::getSplatValue(value);
    return scalar == nullptr ? value : scalar;
  }

  const llvm::DataLayout& layout_;
  Address address_;
};

// A gather or scatter of all lanes.
struct Access {
  llvm::IntrinsicInst* inst;
  std::int64_t constant;
  std::size_t place;

  bool is_gather() const { return inst->getIntrinsicID() == llvm::Intrinsic::masked_gather; }
  llvm::Value* pointers() const { return inst->getArgOperand(is_gather() ? 0 : 1); }
};

llvm::FixedVectorType* VectorOf(const llvm::IntrinsicInst& inst) {
  const bool gather = inst.getIntrinsicID() == llvm::Intrinsic::masked_gather;
  return llvm::dyn_cast<llvm::FixedVectorType>(gather ? inst.getType()
                                                      : inst.getArgOperand(0)->getType());
}

class Joiner {
 public:
  Joiner(llvm::Function& function, llvm::AAResults& alias)
      : layout_(function.getDataLayout()), alias_(alias) {}

  bool Run(llvm::BasicBlock& block) {
    // In the order of the code, whatever the values' own addresses are.
    std::vector<std::pair<Key, std::vector<Access>>> accesses;
    std::size_t place = 0;
    for (llvm::Instruction& inst : block) {
      ++place;
      auto* access = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
      if (access != nullptr && IsWhole(*access)) {
        Access found{access, 0, place};
        Address address = AddressReader(layout_).Read(found.pointers());
        found.constant = address.constant;
        Key key(found.is_gather(), VectorOf(*access), std::move(address.sum));
        auto same = std::find_if(accesses.begin(), accesses.end(),
                                 [&](const auto& other) { return other.first == key; });
        if (same == accesses.end()) {
          same = accesses.insert(same, {std::move(key), {}});
        }
        same->second.push_back(found);
      }
    }
    bool any = false;
    for (auto& [key, list] : accesses) {
      any = JoinList(list) || any;
    }
    return any;
  }

 private:
  using Key = std::tuple<bool, llvm::Type*, Sum>;

  // Of a type and a number of lanes for which registers can be turned, under no mask.
  bool IsWhole(const llvm::IntrinsicInst& inst) const {
    const llvm::Intrinsic::ID id = inst.getIntrinsicID();
    if (id != llvm::Intrinsic::masked_gather && id != llvm::Intrinsic::masked_scatter) {
      return false;
    }
    const llvm::FixedVectorType* type = VectorOf(inst);
    const auto* mask = llvm::dyn_cast<llvm::Constant>(inst.getArgOperand(inst.arg_size() - 1));
    if (id == llvm::Intrinsic::masked_gather) {
      mask = llvm::dyn_cast<llvm::Constant>(inst.getArgOperand(1));
    }
    if (type == nullptr || mask == nullptr || !mask->isAllOnesValue()) {
      return false;
    }
    const std::uint64_t size = layout_.getTypeStoreSize(type->getElementType());
    return (size == 4 || size == 8) && type->getNumElements() * size >= 2 * kBytes &&
           type->getNumElements() * size <= 64;
  }

  // Takes those that lie behind each other out of a list.
  bool JoinList(std::vector<Access>& list) {
    const auto size = static_cast<std::int64_t>(
        layout_.getTypeStoreSize(VectorOf(*list[0].inst)->getElementType()));
    const auto count = static_cast<std::size_t>(kBytes / size);
    std::stable_sort(list.begin(), list.end(),
                     [](const Access& a, const Access& b) { return a.constant < b.constant; });
    const Access at = EndsOf(list).first;
    std::vector<llvm::Value*> lanes;
    for (std::size_t i = 0; i + 1 < list.size();) {
      const std::span<Access> rest(&list[i], list.size() - i);
      std::size_t length = 1;
      while (length < std::min(count, rest.size()) &&
             rest[length].constant == rest[length - 1].constant + size) {
        ++length;
      }
      const std::span<Access> run = rest.first(length);
      if ((length == count || length + 1 == kQuarters) && NothingBetween(run)) {
        if (lanes.empty()) {
          lanes = LanesOf(at);
        }
        Join(run, lanes, at.constant);
        i += length;
      } else {
        ++i;
      }
    }
    return !lanes.empty();
  }

  // Where each lane of an access is. Runs of a list lie at distances from the first of them, which
  // loads and stores add by themselves: a pointer for each lane and run would not fit registers.
  static std::vector<llvm::Value*> LanesOf(const Access& at) {
    llvm::IRBuilder<> builder(at.inst);
    std::vector<llvm::Value*> lanes;
    for (unsigned lane = 0; lane < VectorOf(*at.inst)->getNumElements(); ++lane) {
      lanes.push_back(LaneOf(builder, at.pointers(), lane));
    }
    return lanes;
  }

  static std::pair<Access, Access> EndsOf(std::span<const Access> run) {
    const auto [first, last] = std::minmax_element(
        run.begin(), run.end(), [](const Access& a, const Access& b) { return a.place < b.place; });
    return {*first, *last};
  }

  // Nothing from the first to the last of them cares in which order they are done.
  bool NothingBetween(std::span<const Access> run) {
    const auto [first, last] = EndsOf(run);
    for (auto inst = std::next(first.inst->getIterator()); &*inst != last.inst; ++inst) {
      const bool own = std::any_of(run.begin(), run.end(),
                                   [&](const Access& access) { return access.inst == &*inst; });
      const bool matters =
          first.is_gather() ? inst->mayWriteToMemory() : inst->mayReadOrWriteMemory();
      if (!own && matters && std::any_of(run.begin(), run.end(), [&](const Access& access) {
            return !llvm::isNoModRef(alias_.getModRefInfo(&*inst, access.inst));
          })) {
        return false;
      }
    }
    return true;
  }

  // `first_lanes` are where lanes of an access in front of all are, whose constant is
  // `first_constant`.
  void Join(std::span<Access> run, const std::vector<llvm::Value*>& first_lanes,
            std::int64_t first_constant) {
    const auto [first, last] = EndsOf(run);
    const Access& at = first.is_gather() ? first : last;
    llvm::IRBuilder<> builder(at.inst);
    auto* type = VectorOf(*at.inst);
    const auto lanes = static_cast<unsigned>(type->getNumElements());
    const auto count =
        static_cast<unsigned>(kBytes / layout_.getTypeStoreSize(type->getElementType()));
    std::vector<llvm::Value*> places;
    for (llvm::Value* place : first_lanes) {
      places.push_back(
          builder.CreateConstGEP1_64(builder.getInt8Ty(), place,
                                     static_cast<std::uint64_t>(run[0].constant - first_constant)));
    }
    std::vector<llvm::Value*> rows(count, llvm::PoisonValue::get(type));
    if (first.is_gather()) {
      for (unsigned row = 0; row < count; ++row) {
        std::vector<llvm::Value*> parts;
        for (unsigned lane = row; lane < lanes; lane += count) {
          parts.push_back(Load(builder, places[lane], run));
        }
        rows[row] = llvm::concatenateVectors(builder, parts);
      }
      rows = Turn(builder, rows, lanes);
      for (unsigned row = 0; row < run.size(); ++row) {
        run[row].inst->replaceAllUsesWith(rows[row]);
      }
    } else {
      for (unsigned row = 0; row < run.size(); ++row) {
        rows[row] = run[row].inst->getArgOperand(0);
      }
      rows = Turn(builder, rows, lanes);
      for (unsigned lane = 0; lane < lanes; ++lane) {
        std::vector<int> mask(count);
        for (unsigned i = 0; i < count; ++i) {
          mask[i] = static_cast<int>(lane / count * count + i);
        }
        Store(builder, builder.CreateShuffleVector(rows[lane % count], mask), places[lane], run);
      }
    }
    for (const Access& access : run) {
      access.inst->eraseFromParent();
    }
  }

  // A lane's elements, in as many registers' elements as kBytes has.
  llvm::Value* Load(llvm::IRBuilder<>& builder, llvm::Value* place, std::span<const Access> run) {
    llvm::Type* element = VectorOf(*run[0].inst)->getElementType();
    const llvm::Align align(layout_.getTypeStoreSize(element));
    const auto load = [&](llvm::Type* type, llvm::Value* from) {
      return Note(builder.CreateAlignedLoad(type, from, align), run[0]);
    };
    if (run.size() + 1 != kQuarters) {
      return load(llvm::FixedVectorType::get(element, static_cast<unsigned>(run.size())), place);
    }
    llvm::Value* two = load(llvm::FixedVectorType::get(element, 2), place);
    llvm::Value* third = load(element, builder.CreateConstGEP1_64(element, place, 2));
    return builder.CreateInsertElement(builder.CreateShuffleVector(two, {0, 1, -1, -1}), third,
                                       std::uint64_t{2});
  }

  void Store(llvm::IRBuilder<>& builder, llvm::Value* value, llvm::Value* place,
             std::span<const Access> run) {
    llvm::Type* element = VectorOf(*run[0].inst)->getElementType();
    const llvm::Align align(layout_.getTypeStoreSize(element));
    if (run.size() + 1 != kQuarters) {
      Note(builder.CreateAlignedStore(value, place, align), run[0]);
      return;
    }
    Note(builder.CreateAlignedStore(builder.CreateShuffleVector(value, {0, 1}), place, align),
         run[0]);
    Note(builder.CreateAlignedStore(builder.CreateExtractElement(value, std::uint64_t{2}),
                                    builder.CreateConstGEP1_64(element, place, 2), align),
         run[0]);
  }

  // Lane by lane, what does not change in a loop can be computed in front of it.
  static llvm::Value* LaneOf(llvm::IRBuilder<>& builder, llvm::Value* value, unsigned lane) {
    if (!value->getType()->isVectorTy()) {
      return value;
    }
    if (llvm::Value* scalar = llvm::getSplatValue(value)) {
      return scalar;
    }
    if (auto* element = llvm::dyn_cast<llvm::GetElementPtrInst>(value);
        element != nullptr && element->getNumIndices() == 1) {
      return builder.CreateGEP(
          element->getSourceElementType(), LaneOf(builder, element->getPointerOperand(), lane),
          LaneOf(builder, element->getOperand(1), lane), "", element->getNoWrapFlags());
    }
    return builder.CreateExtractElement(value, std::uint64_t{lane});
  }

  template <typename Inst>
  static Inst* Note(Inst* made, const Access& access) {
    made->setAAMetadata(access.inst->getAAMetadata());
    return made;
  }

  // Element j of block b of row i becomes element i of block b of row j; blocks are as long as
  // there are rows.
  static std::vector<llvm::Value*> Turn(llvm::IRBuilder<>& builder,
                                        const std::vector<llvm::Value*>& rows, unsigned lanes) {
    const auto count = static_cast<unsigned>(rows.size());
    // Each round takes pieces twice as long from two rows in turn.
    const auto mix = [&](llvm::Value* a, llvm::Value* b, std::initializer_list<unsigned> pattern) {
      std::vector<int> mask;
      for (unsigned block = 0; block < lanes; block += count) {
        for (const unsigned i : pattern) {
          mask.push_back(static_cast<int>(block + i % count + (i >= count ? lanes : 0)));
        }
      }
      return builder.CreateShuffleVector(a, b, mask);
    };
    if (count == 2) {
      return {mix(rows[0], rows[1], {0, 2}), mix(rows[0], rows[1], {1, 3})};
    }
    llvm::Value* low01 = mix(rows[0], rows[1], {0, 4, 1, 5});
    llvm::Value* low23 = mix(rows[2], rows[3], {0, 4, 1, 5});
    llvm::Value* high01 = mix(rows[0], rows[1], {2, 6, 3, 7});
    llvm::Value* high23 = mix(rows[2], rows[3], {2, 6, 3, 7});
    return {mix(low01, low23, {0, 1, 4, 5}), mix(low01, low23, {2, 3, 6, 7}),
            mix(high01, high23, {0, 1, 4, 5}), mix(high01, high23, {2, 3, 6, 7})};
  }

  const llvm::DataLayout& layout_;
  llvm::AAResults& alias_;
};

}  // namespace

llvm::PreservedAnalyses JoinGathersPass::run(llvm::Function& function,
                                             llvm::FunctionAnalysisManager& analyses) {
  Joiner joiner(function, analyses.getResult<llvm::AAManager>(function));
  bool any = false;
  for (llvm::BasicBlock& block : function) {
    any = joiner.Run(block) || any;
  }
  if (!any) {
    return llvm::PreservedAnalyses::all();
  }
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

}  // namespace kernelc::codegen
