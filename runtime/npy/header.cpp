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

constexpr unsigned kMaxDepth = 32;
constexpr std::uint64_t kMaxRecordBytes = std::uint64_t{1} << 30;
// Numbers of one element whose bytes are in the wrong order.
constexpr std::size_t kMaxRepairs = 1u << 20;

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

  void ParseDescr(Header* header) { header->element = ParseType(0, 0, &header->repairs); }

  [[noreturn]] void FailType(std::string_view descr) const {
    backend::ThrowError(
        ErrorCode::NotSupported, "read npy", std::string(file_),
        Concat("element type `", Printable(descr), "` is not one that kernels have"));
  }

  bool Is(char c) {
    SkipSpace();
    return place_ < text_.size() && text_[place_] == c;
  }

  // A descr string, or the list of a record's fields.
  ElementType ParseType(std::size_t offset, unsigned depth, std::vector<Repair>* repairs) {
    if (depth > kMaxDepth) {
      Fail("records are nested too deeply");
    }
    if (Accept('[')) {
      return ParseRecord(offset, depth, repairs);
    }
    const std::string_view descr = ParseString();
    ElementType type;
    if (!npy::ParseDescr(descr, offset, &type, repairs)) {
      FailType(descr);
    }
    return type;
  }

  ElementType ParseRecord(std::size_t start, unsigned depth, std::vector<Repair>* repairs) {
    RecordType record;
    std::uint64_t end = 0;
    while (!Accept(']')) {
      ParseField(&record, start, depth, &end, repairs);
      if (!Accept(',')) {
        Expect(']');
        break;
      }
    }
    if (record.fields.empty() || end > kMaxRecordBytes) {
      Fail(record.fields.empty() ? "a record has no fields" : "a record is too large");
    }
    record.size = static_cast<std::uint32_t>(end);
    // A file says nothing of alignment; its arrays are read into aligned memory.
    return AlignNaturally(RecordRef(std::make_shared<const RecordType>(std::move(record))));
  }

  // ('x', '<f4'), ('y', '<i4', (3,)), (('title', 'name'), '<f8'), ('', '|V4')
  void ParseField(RecordType* record, std::size_t start, unsigned depth, std::uint64_t* end,
                  std::vector<Repair>* repairs) {
    Expect('(');
    std::string_view name;
    if (Accept('(')) {
      ParseString();
      Expect(',');
      name = ParseString();
      Expect(')');
    } else {
      name = ParseString();
    }
    Expect(',');
    SkipSpace();
    std::uint64_t padding = 0;
    if (name.empty() && AcceptPadding(&padding)) {
      *end += padding;
      Expect(')');
      return;
    }
    RecordField field;
    std::vector<Repair> own;
    const ElementType type = ParseType(0, depth + 1, &own);
    std::uint64_t count = 1;
    while (Accept(',') && !Is(')')) {
      for (const std::int64_t extent : ParseExtents()) {
        field.extents.push_back(static_cast<std::uint32_t>(extent));
        count *= static_cast<std::uint64_t>(extent);
        if (extent > std::int64_t{kMaxRecordBytes} || count > kMaxRecordBytes) {
          Fail("a field is too large");
        }
      }
    }
    Expect(')');
    for (const RecordField& other : record->fields) {
      if (other.name == name) {
        Fail(Concat("the field `", Printable(name), "` stands twice in a record"));
      }
    }
    field.name = name;
    field.scalar = type.kind;
    field.record = type.record;
    field.offset = static_cast<std::uint32_t>(*end);
    for (std::uint64_t i = 0; i < count && !own.empty(); ++i) {
      for (Repair repair : own) {
        repair.offset += start + *end + i * type.size();
        repairs->push_back(repair);
      }
    }
    *end += count * type.size();
    if (*end > kMaxRecordBytes || repairs->size() > kMaxRepairs) {
      Fail("a record is too large");
    }
    record->fields.push_back(std::move(field));
  }

  // '|V4'
  bool AcceptPadding(std::uint64_t* bytes) {
    const std::size_t start = place_;
    const std::string_view text = ParseString();
    const std::size_t letter = text.find('V');
    const auto parsed =
        letter > 1 ? std::from_chars_result{}
                   : std::from_chars(text.data() + letter + 1, text.data() + text.size(), *bytes);
    if (letter <= 1 && parsed.ec == std::errc() && *bytes <= kMaxRecordBytes) {
      return true;
    }
    place_ = start;
    return false;
  }

  void ParseShape(Header* header) {
    if (!Is('(')) {
      FailUnexpected("`(`");
    }
    header->shape = ParseExtents();
  }

  // A tuple of extents, or one number.
  Dims ParseExtents() {
    Dims extents;
    if (!Is('(')) {
      extents.push_back(ParseExtent(0));
      return extents;
    }
    Expect('(');
    while (!Accept(')')) {
      extents.push_back(ParseExtent(extents.size()));
      if (!Accept(',')) {
        Expect(')');
        break;
      }
    }
    return extents;
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
