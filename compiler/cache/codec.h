// Values as bytes, for the contents of entries and for keys. Entries are read by the build that wrote
// them alone, so nothing here has versions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/cache/hash.h"
#include "runtime/abi/arg_type.h"

namespace kernelc::cache {

class Encoder {
 public:
  Encoder& Number(std::uint64_t value);
  Encoder& Flag(bool value) { return Number(value ? 1 : 0); }
  template <typename E>
  Encoder& Enum(E value) {
    return Number(static_cast<std::uint64_t>(value));
  }
  Encoder& Text(std::string_view text);
  Encoder& Key(const Hash& key);
  Encoder& Type(const abi::ArgType& type);
  Encoder& Types(const std::vector<abi::ArgType>& types);

  const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  void Record(const abi::RecordRef& record);

  std::vector<std::byte> bytes_;
};

// Reads what an Encoder wrote, in the same order. Once the bytes end too early, or hold what makes no
// sense, everything reads as zero and ok() is false.
class Decoder {
 public:
  explicit Decoder(std::span<const std::byte> bytes) : bytes_(bytes) {}

  std::uint64_t Number();
  std::uint32_t Number32() { return static_cast<std::uint32_t>(Number()); }
  bool Flag() { return Number() != 0; }
  template <typename E>
  E Enum() {
    return static_cast<E>(Number());
  }
  std::string Text() { return std::string(View()); }
  // Refers to the decoder's bytes.
  std::string_view View();
  Hash Key();
  abi::ArgType Type();
  std::vector<abi::ArgType> Types();
  // The length of a list that follows.
  std::size_t Count();
  bool ok() const { return ok_; }

 private:
  abi::RecordRef Record();
  std::span<const std::byte> Take(std::uint64_t size);

  std::span<const std::byte> bytes_;
  bool ok_ = true;
  unsigned depth_ = 0;
};

}  // namespace kernelc::cache
