// Numbers and text as bytes between processes, of machines of one kind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace kernelc::collective {

using Bytes = std::vector<std::byte>;

template <typename T>
  requires std::is_arithmetic_v<T> || std::is_enum_v<T>
void Put(Bytes& out, T value) {
  const auto* const raw = reinterpret_cast<const std::byte*>(&value);
  out.insert(out.end(), raw, raw + sizeof value);
}
inline void Put(Bytes& out, std::string_view text) {
  Put(out, static_cast<std::uint32_t>(text.size()));
  const auto* const raw = reinterpret_cast<const std::byte*>(text.data());
  out.insert(out.end(), raw, raw + text.size());
}

// Reads what Put() wrote; beyond the end zeros, and ok() is false.
class Reader {
 public:
  explicit Reader(const Bytes& bytes) : bytes_(bytes) {}
  bool ok() const noexcept { return ok_; }
  bool at_end() const noexcept { return at_ == bytes_.size(); }
  template <typename T>
  T Get() {
    T value{};
    if (const std::byte* const raw = Take(sizeof value)) {
      std::memcpy(&value, raw, sizeof value);
    }
    return value;
  }
  std::string GetText() {
    const auto size = Get<std::uint32_t>();
    const std::byte* const raw = Take(size);
    return raw == nullptr ? std::string() : std::string(reinterpret_cast<const char*>(raw), size);
  }

 private:
  const std::byte* Take(std::size_t size) {
    if (!ok_ || bytes_.size() - at_ < size) {
      ok_ = false;
      return nullptr;
    }
    at_ += size;
    return bytes_.data() + at_ - size;
  }

  const Bytes& bytes_;
  std::size_t at_ = 0;
  bool ok_ = true;
};

}  // namespace kernelc::collective
