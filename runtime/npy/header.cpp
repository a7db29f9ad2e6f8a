// Reads the small part of Python's literals that npy headers use.
#include "runtime/npy/header.h"

#include <bit>
#include <charconv>
#include <string>
#include <utility>

#include "runtime/backend/status.h"
#include "runtime/backend/text.h"

namespace kernelc::npy {
namespace {

using backend::Concat;

static_assert(std::endian::native == std::endian::little);

class HeaderParser {
 public:
  HeaderParser(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  Header Parse() {
    Header header;
    Expect('{');
    while (!Accept('}')) {
      ParseEntry(&header);
      if (!Accept(',')) {
        Expect('}');
        break;
      }
    }
    SkipSpace();
    if (place_ != text_.size()) {
      Fail("the header goes on after its dictionary");
    }
    if (!has_descr_ || !has_order_ || !has_shape_) {
      Fail(Concat("the header has no `",
                  !has_descr_   ? "descr"
                  : !has_order_ ? "fortran_order"
                                : "shape",
                  '`'));
    }
    return header;
  }

 private:
  [[noreturn]] void Fail(std::string message) const {
    backend::ThrowError(ErrorCode::FileFormat, "read npy", std::string(file_), std::move(message));
  }
  [[noreturn]] void FailUnexpected(std::string_view wanted) const {
    if (place_ >= text_.size()) {
      Fail(Concat("the header ends where ", wanted, " should be"));
    }
    Fail(Concat("the header has `", Printable(text_.substr(place_, 1)), "` at byte ", place_,
                " where ", wanted, " should be"));
  }
  static std::string Printable(std::string_view text) {
    std::string out;
    for (const char c : text) {
      out += c >= ' ' && c <= '~' ? c : '?';
    }
    return out;
  }

  void SkipSpace() {
    while (place_ < text_.size() && (text_[place_] == ' ' || text_[place_] == '\n' ||
                                     text_[place_] == '\t' || text_[place_] == '\r')) {
      ++place_;
    }
  }
  bool Accept(char c) {
    SkipSpace();
    if (place_ < text_.size() && text_[place_] == c) {
      ++place_;
      return true;
    }
    return false;
  }
  void Expect(char c) {
    if (!Accept(c)) {
      FailUnexpected(Concat('`', c, '`'));
    }
  }
  bool AcceptWord(std::string_view word) {
    SkipSpace();
    if (text_.substr(place_).starts_with(word)) {
      place_ += word.size();
      return true;
    }
    return false;
  }
  std::string_view ParseString() {
    SkipSpace();
    if (place_ >= text_.size() || (text_[place_] != '\'' && text_[place_] != '"')) {
      FailUnexpected("a string");
    }
    const char quote = text_[place_++];
    const std::size_t end = text_.find(quote, place_);
    if (end == std::string_view::npos) {
      Fail("the header ends inside a string");
    }
    const std::string_view value = text_.substr(place_, end - place_);
    place_ = end + 1;
    return value;
  }

  void ParseEntry(Header* header) {
    const std::string_view key = ParseString();
    Expect(':');
    bool* seen = nullptr;
    if (key == "descr") {
      seen = &has_descr_;
      ParseDescr(header);
    } else if (key == "fortran_order") {
      seen = &has_order_;
      if (AcceptWord("True")) {
        header->order = Order::F;
      } else if (!AcceptWord("False")) {
        FailUnexpected("`True` or `False`");
      }
    } else if (key == "shape") {
      seen = &has_shape_;
      ParseShape(header);
    } else {
      Fail(Concat("the header has the unknown key `", Printable(key), '`'));
    }
    if (std::exchange(*seen, true)) {
      Fail(Concat("the header has `", key, "` twice"));
    }
  }

  void ParseDescr(Header* header) {
    SkipSpace();
    if (place_ < text_.size() && (text_[place_] == '[' || text_[place_] == '(')) {
      backend::ThrowError(ErrorCode::NotSupported, "read npy", std::string(file_),
                          "the elements are structured; only plain numbers can be read");
    }
    const std::string_view descr = ParseString();
    std::string_view type = descr;
    char byte_order = '|';
    if (!type.empty() && std::string_view("<>|=").find(type[0]) != std::string_view::npos) {
      byte_order = type[0];
      type.remove_prefix(1);
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(ScalarKind::kCount); ++i) {
      const auto kind = static_cast<ScalarKind>(i);
      if (!type.empty() && abi::scalar_info(kind).npy == type) {
        header->kind = kind;
        header->swapped = byte_order == '>' && abi::scalar_info(kind).size > 1;
        return;
      }
    }
    backend::ThrowError(
        ErrorCode::NotSupported, "read npy", std::string(file_),
        Concat("element type `", Printable(descr), "` is not one that kernels have"));
  }

  void ParseShape(Header* header) {
    Expect('(');
    while (!Accept(')')) {
      header->shape.push_back(ParseExtent(header->shape.size()));
      if (!Accept(',')) {
        Expect(')');
        break;
      }
    }
  }

  std::int64_t ParseExtent(std::size_t dimension) {
    SkipSpace();
    std::int64_t extent = 0;
    const char* const first = text_.data() + place_;
    const auto parsed = std::from_chars(first, text_.data() + text_.size(), extent);
    if (parsed.ec == std::errc::result_out_of_range) {
      Fail(Concat("the extent of dimension ", dimension, " exceeds 2^63 - 1"));
    }
    if (parsed.ec != std::errc()) {
      FailUnexpected("an extent");
    }
    if (extent < 0) {
      Fail(Concat("the extent of dimension ", dimension, " is negative"));
    }
    if (dimension >= kMaxRank) {
      Fail(Concat("the array has more than ", kMaxRank, " dimensions"));
    }
    place_ += static_cast<std::size_t>(parsed.ptr - first);
    // Python 2 marked long integers.
    if (place_ < text_.size() && text_[place_] == 'L') {
      ++place_;
    }
    return extent;
  }

  std::string_view text_;
  std::string_view file_;
  std::size_t place_ = 0;
  bool has_descr_ = false;
  bool has_order_ = false;
  bool has_shape_ = false;
};

}  // namespace

Header ParseHeader(std::string_view text, std::string_view file) {
  return HeaderParser(text, file).Parse();
}

}  // namespace kernelc::npy
