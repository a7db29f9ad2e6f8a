#include "compiler/kir/analysis/launch_shape.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "compiler/kir/analysis/place_walk.h"

namespace kernelc::kir {
namespace {

constexpr std::int64_t kMostThreads = 1024;

std::int64_t CeilDivision(std::int64_t a, std::int64_t b) { return a <= 0 ? 0 : (a - 1) / b + 1; }

void TakeFirst(std::optional<LaunchNeed>& need, std::int64_t count, const std::string& array) {
  if (!need) {
    need = {std::max<std::int64_t>(count, 1), array};
  }
}

void TakeLeast(std::optional<LaunchNeed>& need, std::int64_t count, const std::string& array) {
  if (count > 0 && (!need || count < need->count)) {
    need = {count, array};
  }
}

void TakeMost(std::optional<LaunchNeed>& need, std::int64_t count, const std::string& array) {
  if (count > 0 && (!need || count > need->count)) {
    need = {count, array};
  }
}

// What `index`, a sum with a known extent, says about each direction in it: `a[y * width + x]`
// speaks of as many y as the extent has widths, and of as many x as one width.
struct IndexTerm {
  std::int64_t factor = 0;
  PlaceTerm term = PlaceTerm::Thread;
  unsigned direction = 0;
};

std::vector<IndexTerm> TermsOf(const PlaceValue& index) {
  std::vector<IndexTerm> terms;
  for (unsigned d = 0; d < kDirections; ++d) {
    const std::int64_t start = index.factor(PlaceTerm::BlockStart, d);
    const std::int64_t thread = index.factor(PlaceTerm::Thread, d);
    const std::int64_t block = index.factor(PlaceTerm::Block, d);
    if (start != 0) {
      terms.push_back({start, PlaceTerm::BlockStart, d});
    } else if (thread != 0) {
      terms.push_back({thread, PlaceTerm::Thread, d});
    }
    if (block != 0) {
      terms.push_back({block, PlaceTerm::Block, d});
    }
  }
  for (IndexTerm& term : terms) {
    term.factor = term.factor == std::numeric_limits<std::int64_t>::min() ? -term.factor - 1
                                                                          : std::abs(term.factor);
  }
  std::ranges::stable_sort(terms, std::ranges::greater(), &IndexTerm::factor);
  return terms;
}

class ShapeFinder {
 public:
  explicit ShapeFinder(const PlaceFacts& facts) : facts_(facts) {}

  LaunchShape Find() {
    for (const PlacedAccess& access : facts_.accesses) {
      for (std::size_t d = 0; d < access.indices.size() && d < access.array.extents.size(); ++d) {
        const PlaceValue& index = access.indices[d];
        const std::optional<std::int64_t> extent = access.array.extents[d];
        if (!extent || index.is_unset || index.depends == 0) {
          continue;
        }
        if (access.array.owner == ArrayOwner::Block) {
          AddShared(access, index, *extent);
        } else if (index.is_linear) {
          AddIndex(index, *extent, access.array.name);
          AddBlockArray(index, *extent, access.array.name);
        }
      }
      if (access.array.owner == ArrayOwner::Launch) {
        AddOpenIndices(access);
      }
    }
    AddBounds();
    AddRest();
    return std::move(shape_);
  }

 private:
  void AddIndex(const PlaceValue& index, std::int64_t extent, const std::string& array) {
    std::int64_t left = extent;
    for (const IndexTerm& term : TermsOf(index)) {
      const std::int64_t count = CeilDivision(left, term.factor);
      LaunchDirection& direction = shape_.directions[term.direction];
      left = term.factor;
      if (term.term == PlaceTerm::BlockStart) {
        TakeFirst(direction.threads, count, array);
      } else if (term.term == PlaceTerm::Block) {
        TakeFirst(direction.blocks, count, array);
      } else if (index.constant) {
        TakeFirst(direction.block_threads, count, array);
        // `blockIdx.x * 128 + threadIdx.x`: the program has a block of 128 in mind.
        const std::int64_t block = index.factor(PlaceTerm::Block, term.direction);
        if (block > 1 && term.factor == 1) {
          TakeLeast(direction.block, block, array);
        }
      }
    }
  }

  // An element for each block.
  void AddBlockArray(const PlaceValue& index, std::int64_t extent, const std::string& array) {
    const std::vector<IndexTerm> terms = TermsOf(index);
    if (facts_.asks_grid_size && terms.size() == 1 && terms.front().term == PlaceTerm::Block &&
        terms.front().direction == 0) {
      TakeLeast(shape_.most_blocks, CeilDivision(extent, terms.front().factor), array);
    }
  }

  // Indices that are no sums, `a[i // n, i % n]`: together they reach all elements in these
  // dimensions.
  void AddOpenIndices(const PlacedAccess& access) {
    for (const PlaceValue& index : access.indices) {
      if (!index.is_linear &&
          std::popcount(static_cast<unsigned>(index.depends & kThreadBits)) > 1) {
        joint_ = static_cast<Places>(joint_ | index.depends);
      }
    }
    for (unsigned d = 0; d < kDirections; ++d) {
      const Places both = static_cast<Places>(ThreadBit(d) | BlockBit(d));
      std::int64_t count = 1;
      bool is_open = false;
      for (std::size_t i = 0; i < access.indices.size() && i < access.array.extents.size(); ++i) {
        const PlaceValue& index = access.indices[i];
        if (!index.is_linear && (index.depends & both) == both && access.array.extents[i] &&
            // The first direction takes what several reach together.
            std::countr_zero(static_cast<unsigned>(index.depends & kThreadBits)) ==
                static_cast<int>(d)) {
          is_open = !__builtin_mul_overflow(count, *access.array.extents[i], &count);
        }
      }
      if (is_open) {
        TakeMost(open_[d], count, access.array.name);
      }
    }
  }

  void AddShared(const PlacedAccess& access, const PlaceValue& index, std::int64_t extent) {
    const Places threads = static_cast<Places>(index.depends & kThreadBits);
    if ((index.depends & kBlockBits) != 0 || (access.guarded & threads) != 0) {
      return;
    }
    if (!index.is_linear) {
      // The number of the thread in its block, as `threadIdx.y * blockDim.x + threadIdx.x` computes
      // it.
      if (std::popcount(threads) > 1) {
        TakeLeast(shape_.block_total, extent, access.array.name);
      }
      return;
    }
    if (!index.constant || *index.constant < 0) {
      return;
    }
    std::int64_t left = extent - *index.constant;
    const std::vector<IndexTerm> terms = TermsOf(index);
    for (const IndexTerm& term : terms) {
      LaunchDirection& direction = shape_.directions[term.direction];
      const std::int64_t size =
          std::max<std::int64_t>(index.factor(PlaceTerm::BlockSize, term.direction), 0);
      const std::int64_t count = (left - 1 + term.factor) / (term.factor + size);
      left = term.factor;
      TakeLeast(direction.block, Rounded(count, *index.constant != 0), access.array.name);
    }
  }

  // An array that is larger than the block by what its neighbours need, or by the one column that
  // keeps banks apart, belongs to the round number below.
  static std::int64_t Rounded(std::int64_t count, bool has_rim) {
    constexpr std::int64_t kWarp = 32;
    constexpr std::int64_t kLeastPadded = 8;
    if (has_rim && count > kWarp) {
      return count / kWarp * kWarp;
    }
    const bool is_padded =
        count > kLeastPadded && std::has_single_bit(static_cast<std::uint64_t>(count - 1));
    return (has_rim || is_padded) && count > 0
               ? static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(count)))
               : count;
  }

  // What comparisons say where no array does.
  void AddBounds() {
    for (const PlacedBound& bound : facts_.bounds) {
      if (bound.count > 0) {
        AddIndex(bound.index, bound.count, "");
      }
    }
  }

  void AddRest() {
    for (unsigned d = 0; d < kDirections; ++d) {
      LaunchDirection& direction = shape_.directions[d];
      if (open_[d] && !direction.threads && !direction.blocks) {
        direction.threads = open_[d];
      }
      if (direction.block && direction.block->count > kMostThreads) {
        direction.block.reset();
      }
      const bool has_need =
          direction.threads || direction.blocks || direction.block_threads || direction.block;
      direction.is_open =
          (facts_.used & ~joint_ & BlockBit(d)) != 0 && !direction.threads && !direction.blocks;
      shape_.rank = has_need ? d + 1 : shape_.rank;
    }
    shape_.rank = facts_.used != 0 ? std::max(shape_.rank, 1u) : 0;
    if (shape_.block_total && shape_.block_total->count > kMostThreads) {
      shape_.block_total.reset();
    }
    shape_.strides = facts_.asks_grid_size;
  }

  const PlaceFacts& facts_;
  LaunchShape shape_;
  // Places that number threads together.
  Places joint_ = 0;
  std::array<std::optional<LaunchNeed>, kDirections> open_;
};

// The largest index that a launch gives, where it is known and depends on these places alone.
std::optional<std::int64_t> LastIndex(const PlaceValue& index, const LaunchExtents& grid,
                                      const LaunchExtents& block) {
  if (!index.is_linear || !index.constant) {
    return std::nullopt;
  }
  std::int64_t last = *index.constant;
  const auto add = [&last](std::int64_t factor, std::int64_t count) {
    std::int64_t product = 0;
    return factor <= 0 || (!__builtin_mul_overflow(factor, count - 1, &product) &&
                           !__builtin_add_overflow(last, product, &last));
  };
  for (unsigned d = 0; d < kDirections; ++d) {
    if (index.factor(PlaceTerm::BlockStart, d) != 0 || index.factor(PlaceTerm::BlockSize, d) != 0 ||
        !add(index.factor(PlaceTerm::Thread, d), block[d]) ||
        !add(index.factor(PlaceTerm::Block, d), grid[d])) {
      return std::nullopt;
    }
  }
  return last;
}

}  // namespace

LaunchShape FindLaunchShape(const Module& module, const Function& kernel,
                            const std::vector<LaunchArgument>& arguments) {
  return ShapeFinder(FindPlaces(module, kernel, arguments, std::nullopt)).Find();
}

std::vector<LaunchMisfit> FindLaunchMisfits(const Module& module, const Function& kernel,
                                            const std::vector<LaunchArgument>& arguments,
                                            const LaunchExtents& grid, const LaunchExtents& block) {
  std::vector<LaunchMisfit> misfits;
  const PlaceFacts facts = FindPlaces(module, kernel, arguments, block);
  for (const PlacedAccess& access : facts.accesses) {
    const bool is_shared = access.array.owner == ArrayOwner::Block;
    for (std::size_t d = 0; d < access.indices.size() && d < access.array.extents.size(); ++d) {
      const PlaceValue& index = access.indices[d];
      // Threads outside are kept from arrays of the launch in other ways, see the lint for guards.
      const Places others = is_shared ? kBlockBits : kThreadBits;
      if (!access.array.extents[d] || index.depends == 0 || (index.depends & others) != 0 ||
          (index.depends & access.guarded) != 0) {
        continue;
      }
      const std::optional<std::int64_t> last = LastIndex(index, grid, block);
      if (last && *last >= *access.array.extents[d]) {
        misfits.push_back({access.range, is_shared, *access.array.extents[d], *last});
        break;
      }
    }
  }
  return misfits;
}

}  // namespace kernelc::kir
