#include "compiler/kir/type_parser.h"

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <iterator>
#include <optional>

#include "compiler/kir/text.h"

namespace kernelc::kir {
namespace {

// Nesting beyond this is a fault of the text; it bounds the recursion over types.
constexpr unsigned kMaxTypeDepth = 32;

template <typename Names>
std::optional<std::size_t> FindName(const Names& names, std::string_view name) {
  for (std::size_t i = 0; i < std::size(names); ++i) {
    if (names[i] == name) {
      return i;
    }
  }
  return std::nullopt;
}

class TypeParser {
 public:
  TypeParser(TokenReader& reader, types::TypeStore& store) : reader_(reader), store_(store) {}

  bool Parse(TypeId* type) {
    if (depth_ >= kMaxTypeDepth) {
      return reader_.Fail(reader_.Peek(), "the type is nested too deeply");
    }
    ++depth_;
    const bool ok = ParseInside(type);
    --depth_;
    return ok;
  }

 private:
  bool ParseInside(TypeId* type) {
    Token word;
    if (!reader_.ExpectKind(TokenKind::Word, "a type", &word)) {
      return false;
    }
    for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(abi::ScalarKind::kCount); ++i) {
      const auto kind = static_cast<abi::ScalarKind>(i);
      if (abi::scalar_info(kind).text == word.text) {
        *type = types::ScalarType(kind);
        return true;
      }
    }
    if (word.text == "void" || word.text == "none") {
      *type = word.text == "void" ? types::kVoid : types::kNone;
      return true;
    }
    if (word.text == "array") {
      return ParseArrayType(type);
    }
    if (word.text == "tuple") {
      return ParseTupleType(type);
    }
    TypeId element;
    if (word.text == "ptr") {
      types::AddressSpace space{};
      if (!reader_.Expect("<") || !Parse(&element) || !reader_.Expect(",") || !ParseSpace(&space)) {
        return false;
      }
      const bool unaligned = reader_.TryTake(",");
      if ((unaligned && !reader_.ExpectWord("unaligned")) || !reader_.Expect(">")) {
        return false;
      }
      *type = store_.Pointer(element, space, unaligned);
      return true;
    }
    if (const std::optional<std::size_t> kind = FindName(kRecordNames, word.text)) {
      return ParseRecordType(static_cast<abi::RecordKind>(*kind), type);
    }
    if (word.text == "vector") {
      return ParseVectorType(word, type);
    }
    if (word.text == "optional") {
      if (!reader_.Expect("<") || !Parse(&element) || !reader_.Expect(">")) {
        return false;
      }
      *type = store_.Optional(element);
      return true;
    }
    return reader_.Fail(word, fmt::format("unknown type `{}`", word.text));
  }

  bool ParseArrayType(TypeId* type) {
    TypeId element;
    std::uint8_t ndim = 0;
    Token layout;
    types::AddressSpace space{};
    if (!reader_.Expect("<") || !Parse(&element) || !reader_.Expect(",") ||
        !reader_.ParseInteger(&ndim) || !reader_.Expect(",") ||
        !reader_.ExpectKind(TokenKind::Word, "a layout", &layout) || !reader_.Expect(",") ||
        !ParseSpace(&space)) {
      return false;
    }
    const std::optional<std::size_t> layout_index = FindName(kLayoutNames, layout.text);
    if (!layout_index) {
      return reader_.Fail(layout, "expected `C`, `F` or `A`");
    }
    types::Type array;
    array.kind = types::TypeKind::Array;
    array.element = element;
    array.ndim = ndim;
    array.layout = static_cast<abi::Layout>(*layout_index);
    array.space = space;
    while (reader_.TryTake(",")) {
      if (reader_.TryTakeWord("readonly")) {
        array.readonly = true;
      } else if (reader_.TryTakeWord("unaligned")) {
        array.unaligned = true;
      } else {
        return reader_.FailExpected("`readonly` or `unaligned`");
      }
    }
    *type = store_.Intern(array);
    return reader_.Expect(">");
  }

  bool ParseVectorType(const Token& place, TypeId* type) {
    TypeId element;
    std::uint8_t lanes = 0;
    if (!reader_.Expect("<") || !Parse(&element) || !reader_.Expect(",") ||
        !reader_.ParseInteger(&lanes) || !reader_.Expect(">")) {
      return false;
    }
    if (!types::IsScalar(element) || types::IsComplex(element) || lanes == 0 || lanes > 4) {
      return reader_.Fail(place, "a vector has 1 to 4 real scalars");
    }
    *type = store_.Vector(element, lanes);
    return true;
  }

  // record<size, align, offset "name": type[extent], ...>
  bool ParseRecordType(abi::RecordKind kind, TypeId* type) {
    types::Type record;
    if (kind == abi::RecordKind::Datetime || kind == abi::RecordKind::Timedelta) {
      return ParseTimeType(kind, type);
    }
    record.kind = types::TypeKind::Record;
    record.record_kind = kind;
    const Token place = reader_.Peek();
    if (!reader_.Expect("<") || !reader_.ParseInteger(&record.size) || !reader_.Expect(",") ||
        !reader_.ParseInteger(&record.align)) {
      return false;
    }
    while (reader_.TryTake(",")) {
      types::RecordField field;
      if (!ParseField(&field)) {
        return false;
      }
      if (!FitsRecord(field, record.size)) {
        return reader_.Fail(place, "a field lies outside of its record");
      }
      record.fields.push_back(std::move(field));
    }
    if (!std::has_single_bit(record.align) || record.align > 16) {
      return reader_.Fail(place, "the alignment of a record is 1, 2, 4, 8 or 16");
    }
    *type = store_.Intern(record);
    return reader_.Expect(">");
  }

  bool ParseTimeType(abi::RecordKind kind, TypeId* type) {
    Token unit;
    if (!reader_.Expect("<") || !reader_.ExpectKind(TokenKind::String, "a unit", &unit)) {
      return false;
    }
    const std::optional<unsigned> found = abi::FindTimeUnit(unit.text);
    if (!found) {
      return reader_.Fail(unit, fmt::format("unknown unit `{}`", unit.text));
    }
    *type = store_.Record(*abi::RecordType::Time(kind, *found));
    return reader_.Expect(">");
  }

  bool ParseField(types::RecordField* field) {
    Token name;
    const Token place = reader_.Peek();
    if (!reader_.ParseInteger(&field->offset) ||
        !reader_.ExpectKind(TokenKind::String, "a field name", &name) || !reader_.Expect(":") ||
        !Parse(&field->type)) {
      return false;
    }
    field->name = name.text;
    if (!types::HasScalarKind(field->type) &&
        store_.get(field->type).kind != types::TypeKind::Record &&
        store_.get(field->type).kind != types::TypeKind::Datetime) {
      return reader_.Fail(place, "a field is a scalar or a record");
    }
    while (reader_.TryTake("[")) {
      std::uint32_t extent = 0;
      if (!reader_.ParseInteger(&extent) || !reader_.Expect("]")) {
        return false;
      }
      field->extents.push_back(extent);
    }
    return true;
  }

  bool FitsRecord(const types::RecordField& field, std::uint32_t size) const {
    std::uint64_t bytes = types::MemorySize(store_, field.type);
    for (const std::int64_t extent : field.extents) {
      bytes = bytes > size ? bytes : bytes * static_cast<std::uint64_t>(extent);
    }
    return bytes <= size && field.offset <= size - bytes;
  }

  bool ParseSpace(types::AddressSpace* space) {
    Token word;
    if (!reader_.ExpectKind(TokenKind::Word, "an address space", &word)) {
      return false;
    }
    const std::optional<std::size_t> index = FindName(kSpaceNames, word.text);
    if (!index) {
      return reader_.Fail(word, fmt::format("unknown address space `{}`", word.text));
    }
    *space = static_cast<types::AddressSpace>(*index);
    return true;
  }

  bool ParseTupleType(TypeId* type) {
    types::Type tuple;
    tuple.kind = types::TypeKind::Tuple;
    const bool named = reader_.Peek().kind == TokenKind::String;
    if (named) {
      tuple.name = reader_.Take().text;
    }
    if (!reader_.Expect("<")) {
      return false;
    }
    while (!reader_.Is(">")) {
      if (!tuple.elements.empty() && !reader_.Expect(",")) {
        return false;
      }
      Token field;
      if (named) {
        if (!reader_.ExpectKind(TokenKind::String, "a field name", &field) ||
            !reader_.Expect(":")) {
          return false;
        }
        tuple.field_names.push_back(field.text);
      }
      TypeId element;
      if (!Parse(&element)) {
        return false;
      }
      tuple.elements.push_back(element);
    }
    *type = store_.Intern(tuple);
    return reader_.Expect(">");
  }

  TokenReader& reader_;
  types::TypeStore& store_;
  unsigned depth_ = 0;
};

}  // namespace

bool ParseType(TokenReader& reader, types::TypeStore& store, TypeId* type) {
  return TypeParser(reader, store).Parse(type);
}

}  // namespace kernelc::kir
