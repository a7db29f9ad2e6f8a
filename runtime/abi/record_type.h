// Types of array elements that are more than a number: records with named fields, and strings of
// fixed width. Plain data, no dependencies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernelc::abi {

enum class ScalarKind : std::uint8_t;

struct RecordType;

// A shared record type, or none. Equal when the types are, wherever they were made.
class RecordRef {
 public:
  RecordRef() = default;
  RecordRef(std::shared_ptr<const RecordType> type) : type_(std::move(type)) {}

  explicit operator bool() const { return type_ != nullptr; }
  const RecordType& operator*() const { return *type_; }
  const RecordType* operator->() const { return type_.get(); }
  const RecordType* get() const { return type_.get(); }
  friend inline bool operator==(const RecordRef& a, const RecordRef& b);

 private:
  std::shared_ptr<const RecordType> type_;
};

struct RecordField {
  std::string name;
  // What the field holds: a record where `record` is set, else this scalar.
  ScalarKind scalar{};
  RecordRef record;
  // In bytes from the start of the record.
  std::uint32_t offset = 0;
  // A fixed-size array in C order; empty for a single value.
  std::vector<std::uint32_t> extents;
  friend bool operator==(const RecordField&, const RecordField&) = default;
};

enum class RecordKind : std::uint8_t {
  // Fields, as a C struct or a NumPy structured dtype.
  Record,
  // NumPy's S: bytes, zeros at the end do not count.
  Bytes,
  // NumPy's U: code points of 4 bytes, likewise.
  Unicode,
  // datetime64 and timedelta64: int64 counts of `unit`. As an argument, passed by value.
  Datetime,
  Timedelta,
};

// Units of time by NumPy's names, from the longest to the shortest; the last one is no unit.
inline constexpr std::string_view kTimeUnits[] = {"Y",  "M",  "W",  "D",  "h",  "m",  "s",
                                                  "ms", "us", "ns", "ps", "fs", "as", ""};
inline constexpr unsigned kGenericTime = 13;

constexpr std::optional<unsigned> FindTimeUnit(std::string_view name) {
  for (unsigned i = 0; i <= kGenericTime; ++i) {
    if (kTimeUnits[i] == name) {
      return i;
    }
  }
  return std::nullopt;
}

struct RecordType {
  RecordKind kind = RecordKind::Record;
  // In the order of declaration; none for strings.
  std::vector<RecordField> fields;
  // Bytes from one element of an array to the next.
  std::uint32_t size = 0;
  // Every element's address is a multiple of this. 1: packed, nothing is known of addresses.
  std::uint32_t align = 1;
  // Datetime, Timedelta: index into kTimeUnits.
  std::uint8_t unit = 0;

  bool is_time() const { return kind == RecordKind::Datetime || kind == RecordKind::Timedelta; }
  static RecordRef Time(RecordKind kind, unsigned unit) {
    RecordType type;
    type.kind = kind;
    type.size = sizeof(std::int64_t);
    type.align = alignof(std::int64_t);
    type.unit = static_cast<std::uint8_t>(unit);
    return RecordRef(std::make_shared<const RecordType>(std::move(type)));
  }
  // "datetime64[D]", "timedelta64[ns]".
  std::string time_text() const {
    return std::string(kind == RecordKind::Datetime ? "datetime64" : "timedelta64") + "[" +
           std::string(kTimeUnits[unit]) + "]";
  }
  friend bool operator==(const RecordType&, const RecordType&) = default;
};

// Whether two records have the same fields at the same places, whatever their alignment.
inline bool SameFields(const RecordType& a, const RecordType& b) {
  if (&a == &b) {
    return true;
  }
  if (a.kind != b.kind || a.unit != b.unit || a.size != b.size || a.fields.size() != b.fields.size()) {
    return false;
  }
  for (std::size_t i = 0; i < a.fields.size(); ++i) {
    const RecordField& x = a.fields[i];
    const RecordField& y = b.fields[i];
    const bool same_type =
        x.record && y.record ? SameFields(*x.record, *y.record)
                             : !x.record && !y.record && x.scalar == y.scalar;
    if (!same_type || x.name != y.name || x.offset != y.offset || x.extents != y.extents) {
      return false;
    }
  }
  return true;
}

inline bool SameFields(const RecordRef& a, const RecordRef& b) {
  return a && b ? SameFields(*a, *b) : !a && !b;
}

inline bool operator==(const RecordRef& a, const RecordRef& b) {
  return a.get() == b.get() || (a && b && *a == *b);
}

}  // namespace kernelc::abi
