// Text by code points, as Python counts it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kernelc::host {

// The characters of a `str`, or the bytes of a `bytes`. Refers to `text`.
class Characters {
 public:
  Characters(std::string_view text, bool is_str);

  std::int64_t size() const {
    return static_cast<std::int64_t>(is_plain_ ? text_.size() : begins_.size() - 1);
  }
  std::string_view at(std::int64_t index) const {
    const auto i = static_cast<std::size_t>(index);
    return is_plain_ ? text_.substr(i, 1) : text_.substr(begins_[i], begins_[i + 1] - begins_[i]);
  }
  // The byte where a character begins; also for the end.
  std::size_t begin(std::int64_t index) const {
    const auto i = static_cast<std::size_t>(index);
    return is_plain_ ? i : begins_[i];
  }
  // The character that begins at a byte.
  std::int64_t index_of(std::size_t byte) const;

 private:
  std::string_view text_;
  bool is_plain_;
  std::vector<std::size_t> begins_;
};

// `text` in quotes, as repr() writes a str, or with `is_bytes` a bytes.
std::string Quoted(std::string_view text, bool is_bytes);

}  // namespace kernelc::host
