// Fields as bytes, for images and what else is kept in files: little-endian, one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/abi/arg_type.h"
#include "runtime/backend/text.h"

namespace kernelc::image {

using backend::Concat;

class Writer {
 public:
  void U8(std::uint8_t value) { bytes_.push_back(std::byte{value}); }
  void U32(std::uint32_t value) { Integer(value, sizeof value); }
  void U64(std::uint64_t value) { Integer(value, sizeof value); }
  void Flag(bool value) { U8(value ? 1 : 0); }
  template <typename E>
  void Enum(E value) {
    U8(static_cast<std::uint8_t>(value));
  }
  void Count(std::size_t count) { U32(static_cast<std::uint32_t>(count)); }
  void Text(std::string_view text) {
    Count(text.size());
    Raw(std::as_bytes(std::span(text)));
  }
  void Raw(std::span<const std::byte> bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  std::vector<std::byte>& bytes() { return bytes_; }

  // Overwrites what was written at `offset`.
  void PutU64(std::size_t offset, std::uint64_t value) {
    for (std::size_t i = 0; i < sizeof value; ++i) {
      bytes_[offset + i] = static_cast<std::byte>(value >> (8 * i));
    }
  }

 private:
  void Integer(std::uint64_t value, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      U8(static_cast<std::uint8_t>(value >> (8 * i)));
    }
  }

  std::vector<std::byte> bytes_;
};

// Reads fields until the bytes end or make no sense; from then on every field is zero and why()
// tells what was wrong first.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  bool failed() const { return !why_.empty(); }
  const std::string& why() const { return why_; }
  std::size_t left() const { return bytes_.size(); }

  void Fail(std::string why) {
    if (why_.empty()) {
      why_ = std::move(why);
    }
    bytes_ = {};
  }
  std::uint8_t U8() { return static_cast<std::uint8_t>(Integer(1)); }
  std::uint32_t U32() { return static_cast<std::uint32_t>(Integer(4)); }
  std::uint64_t U64() { return Integer(8); }
  bool Flag() { return Below(2, "flag") != 0; }
  // An enumerator of at most `last`.
  template <typename E>
  E Enum(E last, const char* what) {
    return static_cast<E>(Below(static_cast<unsigned>(last) + 1, what));
  }
  // The number of things that follow, each of at least `least` bytes.
  std::size_t Count(std::size_t least) {
    const std::size_t count = U32();
    if (count > left() / least) {
      Fail("a list goes beyond the end");
      return 0;
    }
    return count;
  }
  std::string Text() {
    const std::span<const std::byte> raw = Raw(U32());
    return std::string(reinterpret_cast<const char*>(raw.data()), raw.size());
  }
  std::span<const std::byte> Raw(std::uint64_t size) {
    if (size > left()) {
      Fail("a field goes beyond the end");
      return {};
    }
    const std::span<const std::byte> raw = bytes_.first(static_cast<std::size_t>(size));
    bytes_ = bytes_.subspan(static_cast<std::size_t>(size));
    return raw;
  }

 private:
  unsigned Below(unsigned limit, const char* what) {
    const unsigned value = U8();
    if (value >= limit) {
      Fail(Concat("a ", what, " has the unknown value ", value));
      return 0;
    }
    return value;
  }
  std::uint64_t Integer(std::size_t count) {
    std::uint64_t value = 0;
    const std::span<const std::byte> raw = Raw(count);
    for (std::size_t i = 0; i < raw.size(); ++i) {
      value |= std::to_integer<std::uint64_t>(raw[i]) << (8 * i);
    }
    return value;
  }

  std::span<const std::byte> bytes_;
  std::string why_;
};

// Types, nested `depth` deep so far.
void WriteRecord(Writer& out, const abi::RecordType& record);
void WriteType(Writer& out, const abi::ArgType& type);
abi::RecordRef ReadRecord(Reader& in, unsigned depth);
abi::ArgType ReadType(Reader& in, unsigned depth);

}  // namespace kernelc::image
