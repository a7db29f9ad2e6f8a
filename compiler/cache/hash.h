// Keys and checksums of the cache: BLAKE3, wide enough that two different things never share one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace kernelc::cache {

struct Hash {
  std::array<std::uint8_t, 32> bytes{};

  // 64 hexadecimal digits.
  std::string hex() const;
  friend bool operator==(const Hash&, const Hash&) = default;
};

// Takes a sequence of values. Each is preceded by its length or has a fixed one, so that different
// sequences never give the same bytes.
class Hasher {
 public:
  Hasher();
  ~Hasher();
  Hasher(const Hasher&) = delete;
  Hasher& operator=(const Hasher&) = delete;

  Hasher& Add(std::string_view text);
  Hasher& Add(std::span<const std::byte> bytes);
  Hasher& Add(std::uint64_t number);
  Hasher& Add(const Hash& hash);
  // Of everything added so far.
  Hash Finish() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Of these bytes alone.
Hash HashOf(std::string_view bytes);
Hash HashOf(std::span<const std::byte> bytes);

}  // namespace kernelc::cache
