#include "compiler/kir/type_parser.h"

#include <fmt/format.h>

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
      if (!reader_.Expect("<") || !Parse(&element) || !reader_.Expect(",") || !ParseSpace(&space) ||
          !reader_.Expect(">")) {
        return false;
      }
      *type = store_.Pointer(element, space);
      return true;
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
    bool readonly = false;
    if (reader_.TryTake(",")) {
      if (!reader_.ExpectWord("readonly")) {
        return false;
      }
      readonly = true;
    }
    *type = store_.Array(element, ndim, static_cast<abi::Layout>(*layout_index), space, readonly);
    return reader_.Expect(">");
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
