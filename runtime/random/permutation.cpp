#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "kernelc/generator.h"
#include "runtime/random/draws.h"
#include "runtime/random/philox.h"

namespace kernelc {
namespace {

// 64-bit words of a generator's sequence, two of each block.
class Words {
 public:
  explicit Words(const GeneratorState& state) : seed_(state.seed), block_(state.offset) {}

  std::uint64_t Next() {
    if (left_ == 0) {
      words_ = random::PhiloxBits(seed_, 0, block_++);
      left_ = 2;
    }
    const std::size_t at = 2 * (2 - left_--);
    return words_[at] | (std::uint64_t{words_[at + 1]} << 32);
  }
  // Below `span`, which is not 0; without bias (D. Lemire, 2019).
  std::uint64_t Below(std::uint64_t span) {
    const std::uint64_t rejected = (0 - span) % span;
    for (;;) {
      const auto product = static_cast<unsigned __int128>(Next()) * span;
      if (static_cast<std::uint64_t>(product) >= rejected) {
        return static_cast<std::uint64_t>(product >> 64);
      }
    }
  }
  std::uint64_t blocks(const GeneratorState& from) const { return block_ - from.offset; }

 private:
  std::uint64_t seed_;
  std::uint64_t block_;
  random::PhiloxBlock words_ = {};
  unsigned left_ = 0;
};

template <typename T>
std::vector<T> Shuffled(std::int64_t count, Words& words) {
  std::vector<T> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), T{0});
  for (std::size_t last = order.size(); last > 1; --last) {
    std::swap(order[last - 1], order[words.Below(last)]);
  }
  return order;
}

}  // namespace

void Generator::Permutation(const DeviceArrayAny& out, StreamRef stream) {
  const char* const operation = "Generator::Permutation";
  const bool wide = out.kind() == ScalarKind::Int64;
  if (!wide && out.kind() != ScalarKind::Int32) {
    random::ThrowWrongType(operation, out, "int32 or int64");
  }
  if (out.ndim() != 1) {
    random::Throw(ErrorCode::InvalidArgument, operation,
                  "the array has " + std::to_string(out.ndim()) + " dimensions, expected 1");
  }
  if (!wide && out.size() - 1 > std::numeric_limits<std::int32_t>::max()) {
    random::Throw(ErrorCode::InvalidArgument, operation,
                  std::to_string(out.size()) + " numbers do not fit int32");
  }
  if (out.size() == 0) {
    return;
  }
  const std::lock_guard lock(mutex_);
  Words words(state_);
  const auto copy = [&](const auto& order) {
    out.CopyFromHost(HostArrayView(out.kind(), out.shape(), order.data()), stream);
  };
  if (wide) {
    copy(Shuffled<std::int64_t>(out.size(), words));
  } else {
    copy(Shuffled<std::int32_t>(out.size(), words));
  }
  state_.offset += words.blocks(state_);
}

}  // namespace kernelc
