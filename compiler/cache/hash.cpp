#include "compiler/cache/hash.h"

#include <llvm/Support/BLAKE3.h>

#include <cstring>

namespace kernelc::cache {
namespace {

llvm::StringRef Ref(std::string_view text) { return {text.data(), text.size()}; }

Hash FinalOf(llvm::BLAKE3& state) {
  const llvm::BLAKE3Result<32> result = state.final<32>();
  Hash hash;
  std::memcpy(hash.bytes.data(), result.data(), hash.bytes.size());
  return hash;
}

}  // namespace

struct Hasher::State {
  llvm::BLAKE3 blake3;
};

std::string Hash::hex() const {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const std::uint8_t byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

Hasher::Hasher() : state_(std::make_unique<State>()) {}
Hasher::~Hasher() = default;

Hasher& Hasher::Add(std::string_view text) {
  Add(std::uint64_t{text.size()});
  state_->blake3.update(Ref(text));
  return *this;
}

Hasher& Hasher::Add(std::span<const std::byte> bytes) {
  return Add(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

Hasher& Hasher::Add(std::uint64_t number) {
  std::array<std::uint8_t, 8> bytes{};
  for (std::uint8_t& byte : bytes) {
    byte = static_cast<std::uint8_t>(number);
    number >>= 8;
  }
  state_->blake3.update(llvm::ArrayRef<std::uint8_t>(bytes.data(), bytes.size()));
  return *this;
}

Hasher& Hasher::Add(const Hash& hash) {
  state_->blake3.update(llvm::ArrayRef<std::uint8_t>(hash.bytes.data(), hash.bytes.size()));
  return *this;
}

Hash Hasher::Finish() const { return FinalOf(state_->blake3); }

Hash HashOf(std::string_view bytes) {
  llvm::BLAKE3 state;
  state.update(Ref(bytes));
  return FinalOf(state);
}

Hash HashOf(std::span<const std::byte> bytes) {
  return HashOf(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

}  // namespace kernelc::cache
