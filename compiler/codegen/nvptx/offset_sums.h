// Byte offsets of addresses as sums of products. Private to address_distances.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstrTypes.h>

#include <cstdint>
#include <optional>

namespace kernelc::codegen {

// A value of 64 bits, or one of 32 bits: with the sign that it has when it is widened in a sum of
// 64 bits, or the low half of any in one of 32 bits.
struct Factor {
  llvm::Value* value = nullptr;
  bool is_word = false;
};

// Numbers of its factors, rising.
using Product = llvm::SmallVector<unsigned, 3>;

struct Term {
  Product product;
  std::uint64_t count = 0;
};

// constant + count * product + ..., modulo 2^64.
struct OffsetSum {
  llvm::SmallVector<Term, 4> terms;
  std::uint64_t constant = 0;
};

// How a value becomes a part of an offset.
enum class Width : std::uint8_t {
  // It has 64 bits.
  Wide,
  // 32 bits, widened with its sign: parts of it are known where nothing overflows.
  Widened,
  // Its low 32 bits, in a sum modulo 2^32.
  Word,
};

// An address is `base` and `offset`, where it is no poison.
struct Address {
  llvm::Value* base = nullptr;
  OffsetSum offset;
  // The offset is `size` * `index` + `constant`, and the index, modulo 2^32, is from 0 to 2^31 - 1.
  bool has_index = false;
  OffsetSum index;
  std::uint64_t size = 0;
  std::uint64_t constant = 0;
};

// Numbers the factors of a function's offsets.
class Offsets {
 public:
  explicit Offsets(const llvm::DataLayout& layout) : layout_(layout) {}

  const Factor& factor(unsigned number) const { return factors_[number]; }

  // Nothing where the sum would be long.
  std::optional<Address> AddressOf(llvm::Value* pointer);

 private:
  OffsetSum Alone(llvm::Value* value, Width width);
  OffsetSum Expand(llvm::Value* value, Width width, unsigned depth);
  OffsetSum Converted(llvm::CastInst& cast, Width width, unsigned depth);
  std::optional<OffsetSum> Combined(llvm::BinaryOperator& operation, Width width, unsigned depth);

  const llvm::DataLayout& layout_;
  // Operations of the address at hand.
  unsigned operations_ = 0;
  llvm::SmallVector<Factor> factors_;
  llvm::DenseMap<std::pair<llvm::Value*, unsigned>, unsigned> numbers_;
};

// `a` - `b`, modulo 2^64 or 2^32; nothing where more than `max_terms` would be left. Counts are
// numbers with a sign.
std::optional<OffsetSum> Difference(const OffsetSum& a, const OffsetSum& b, bool in_words,
                                    std::size_t max_terms);

}  // namespace kernelc::codegen
