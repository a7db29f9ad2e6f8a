#include "compiler/types/signature.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "compiler/types/layout.h"
#include "compiler/types/written_types.h"

namespace kernelc::types {
namespace {

constexpr unsigned kMaxTypeNesting = 32;
constexpr std::size_t kMaxTupleTypes = 1000;

class SignatureParser {
 public:
  explicit SignatureParser(std::string_view text, TypeNames names = nullptr)
      : text_(text), names_(std::move(names)) {}

  // type-list, "(" type-list ")" or result "(" type-list ")".
  bool ParseAll(std::vector<abi::ArgType>* types) {
    const std::size_t start = position_;
    if (Accept("(")) {
      const bool is_list = ParseListUntil(')', types);
      if (!is_list || !Accept(",")) {
        return is_list && AtEnd();
      }
      // They were the types of a tuple, and the first parameter is that.
      types->clear();
      position_ = start;
    }
    const std::string_view name = Word();
    SkipBlanks();
    const bool is_call = position_ < text_.size() && text_[position_] == '(';
    const bool is_result = is_call && (name == "void" || name == "none" || FindScalarType(name));
    if (is_result) {
      if (const std::optional<abi::ScalarKind> scalar = FindScalarType(name)) {
        result_ = abi::ArgType::Scalar(*scalar);
      }
      Accept("(");
      return ParseListUntil(')', types) && AtEnd();
    }
    position_ = start;
    do {
      if (SkipBlanks(); position_ == text_.size() && !types->empty()) {
        break;
      }
      abi::ArgType type;
      if (!ParseType(&type)) {
        return false;
      }
      if (types->empty() && Accept("(")) {
        // A result that is more than a name: UniTuple(float32, 2)(float32).
        result_ = std::move(type);
        return ParseListUntil(')', types) && AtEnd();
      }
      types->push_back(std::move(type));
    } while (Accept(","));
    return AtEnd();
  }

  bool ParseOne(abi::ArgType* type) { return ParseType(type) && AtEnd(); }

  const std::string& error() const { return error_; }
  const std::optional<abi::ArgType>& result() const { return result_; }

 private:
  bool Fail(std::string message) {
    if (error_.empty()) {
      error_ = std::move(message);
    }
    return false;
  }

  void SkipBlanks() {
    while (position_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[position_])) != 0) {
      ++position_;
    }
  }

  bool Accept(std::string_view token) {
    SkipBlanks();
    if (!text_.substr(position_).starts_with(token)) {
      return false;
    }
    position_ += token.size();
    return true;
  }

  bool AtEnd() {
    SkipBlanks();
    if (position_ < text_.size()) {
      return Fail(fmt::format("unexpected `{}`", text_.substr(position_)));
    }
    return true;
  }

  // A dotted name; module prefixes are allowed and dropped.
  std::string_view Word() {
    SkipBlanks();
    const std::size_t start = position_;
    while (position_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[position_])) != 0 ||
            text_[position_] == '_' || text_[position_] == '.')) {
      ++position_;
    }
    const std::string_view word = text_.substr(start, position_ - start);
    const std::size_t dot = word.rfind('.');
    return dot == std::string_view::npos ? word : word.substr(dot + 1);
  }

  bool ParseListUntil(char close, std::vector<abi::ArgType>* types) {
    while (!Accept({&close, 1})) {
      abi::ArgType type;
      if (!ParseType(&type)) {
        return false;
      }
      types->push_back(std::move(type));
      if (!Accept(",") && (position_ >= text_.size() || text_[position_] != close)) {
        return Fail(fmt::format("expected `,` or `{}`", close));
      }
    }
    return true;
  }

  bool ParseType(abi::ArgType* type) {
    if (++nesting_ > kMaxTypeNesting) {
      return Fail("types are nested too deeply");
    }
    const bool ok = ParseTypeInside(type);
    --nesting_;
    return ok;
  }

  // (float32, int32[:]) is a tuple of these, (float32) the type itself.
  bool ParseParentheses(abi::ArgType* type) {
    if (!ParseListUntil(')', &type->elements)) {
      return false;
    }
    const std::size_t last = text_.substr(0, position_ - 1).find_last_not_of(" \t\n");
    if (type->elements.size() == 1 && text_[last] != ',') {
      *type = abi::ArgType(type->elements.front());
    } else {
      type->kind = abi::ArgKind::Tuple;
    }
    return true;
  }

  bool ParseTypeInside(abi::ArgType* type) {
    const std::string_view name = Word();
    if (name.empty() && Accept("(")) {
      return ParseParentheses(type);
    }
    if (name.empty() && Accept("[")) {
      const bool is_unicode = Word() == "unichr";
      return Accept("x") && ParseText(is_unicode, "]", type);
    }
    if (name.empty()) {
      const std::string_view rest = text_.substr(position_);
      return Fail(rest.empty() ? "expected a type" : fmt::format("expected a type at `{}`", rest));
    }
    if (name == "none" || name == "None" || name == "void") {
      type->kind = abi::ArgKind::None;
      return true;
    }
    // Python's own spelling: tuple[float32, int32].
    if ((name == "Tuple" || name == "tuple") && Accept("[")) {
      type->kind = abi::ArgKind::Tuple;
      return ParseListUntil(']', &type->elements);
    }
    if (name == "UniTuple" || name == "Tuple") {
      return ParseTuple(name == "UniTuple", type);
    }
    if (name == "Array" || name == "array") {
      return ParseArrayCall(type);
    }
    if (name == "datetime64" || name == "timedelta64" || name == "NPDatetime" || name == "NPTimedelta") {
      return ParseTime(name, type) && (!Accept("[") || ParseSlices(abi::ArgType(*type), type));
    }
    if (name == "CPointer") {
      return ParsePointer(type);
    }
    if (name == "CharSeq" || name == "UnicodeCharSeq") {
      return Accept("(") && ParseText(name == "UnicodeCharSeq", ")", type);
    }
    if (name == "Record") {
      return ParseRecord(type) && (!Accept("[") || ParseSlices(abi::ArgType(*type), type));
    }
    if (name == "unaligned") {
      // Numba's word before arrays of packed records.
      return ParseTypeInside(type);
    }
    if (name == "NamedTuple" || name == "NamedUniTuple") {
      return ParseTupleOfClass(name == "NamedUniTuple", type);
    }
    if (!FindElementType(name, type)) {
      return Fail(fmt::format("`{}` is not a type", name));
    }
    if (type->kind == abi::ArgKind::Tuple) {
      return ParseNamedTuple(name, type);
    }
    return !Accept("[") || ParseSlices(abi::ArgType(*type), type);
  }

  bool FindElementType(std::string_view name, abi::ArgType* type) const {
    if (const std::optional<abi::ScalarKind> scalar = FindScalarType(name)) {
      *type = abi::ArgType::Scalar(*scalar);
      return true;
    }
    std::optional<abi::ArgType> found = names_ ? names_(name) : std::nullopt;
    if (!found) {
      found = FindVectorType(name);
    }
    if (found) {
      *type = std::move(*found);
    }
    return found.has_value();
  }

  // datetime64[D], NPDatetime('D')
  bool ParseTime(std::string_view name, abi::ArgType* type) {
    const bool is_call = name.starts_with("NP");
    if (!Accept(is_call ? "(" : "[")) {
      return Fail("the unit is missing: `datetime64[D]`, `NPDatetime('D')`");
    }
    const bool quoted = is_call && (Accept("'") || Accept("\""));
    const std::string_view unit = Word();
    const std::optional<unsigned> found = abi::FindTimeUnit(unit);
    if (!found || (quoted && !Accept("'") && !Accept("\"")) || !Accept(is_call ? ")" : "]")) {
      return Fail(fmt::format("`{}` is no unit of time", unit));
    }
    const bool is_delta = name.ends_with("Timedelta") || name.starts_with("timedelta");
    *type = abi::ArgType::Record(abi::RecordType::Time(
        is_delta ? abi::RecordKind::Timedelta : abi::RecordKind::Datetime, *found));
    return true;
  }

  // CharSeq(4), UnicodeCharSeq(4), and as Numba prints them: [char x 4], [unichr x 4]
  bool ParseText(bool is_unicode, std::string_view close, abi::ArgType* type) {
    unsigned count = 0;
    if (!ParseNumber(&count) || !Accept(close)) {
      return Fail("a type of texts is CharSeq(COUNT) or UnicodeCharSeq(COUNT)");
    }
    *type = StringType(is_unicode ? abi::RecordKind::Unicode : abi::RecordKind::Bytes, count);
    return !Accept("[") || ParseSlices(abi::ArgType(*type), type);
  }

  // CPointer(float32); CPointer(CPointer(float32)) points to addresses.
  bool ParsePointer(abi::ArgType* type) {
    abi::ArgType element;
    const bool is_type = Accept("(") && ParseType(&element) && Accept(")");
    if (element.kind == abi::ArgKind::Pointer) {
      element = abi::ArgType::Scalar(abi::ScalarKind::UInt64);
    }
    if (!is_type || element.kind != abi::ArgKind::Scalar) {
      return Fail("a pointer type is CPointer(SCALAR)");
    }
    *type = element;
    type->kind = abi::ArgKind::Pointer;
    return true;
  }

  // Record(x[type=float32;offset=0],y[type=nestedarray(int32, (3,));offset=4];16;False)
  bool ParseRecord(abi::ArgType* type) {
    if (!Accept("(")) {
      return Fail("expected `(`");
    }
    std::vector<FieldSpec> fields;
    do {
      FieldSpec& field = fields.emplace_back();
      SkipBlanks();
      const std::size_t bracket = text_.find('[', position_);
      field.name = text_.substr(position_, bracket - position_);
      position_ = std::min(bracket, text_.size());
      unsigned offset = 0;
      if (!Accept("[") || !Accept("type=") || !ParseFieldType(&field.type) ||
          !Accept(";offset=") || !ParseNumber(&offset)) {
        return Fail("a field of a record is NAME[type=TYPE;offset=N]");
      }
      field.offset = offset;
      // A title does not matter.
      while (position_ < text_.size() && text_[position_] != ']') {
        ++position_;
      }
      if (!Accept("]")) {
        return Fail("expected `]`");
      }
    } while (Accept(","));
    unsigned size = 0;
    if (!Accept(";") || !ParseNumber(&size) || !Accept(";")) {
      return Fail("a record type ends in its size and whether it is aligned: `;16;False)`");
    }
    const std::string_view aligned = Word();
    const std::optional<abi::ArgType> record = MakeRecord(fields, aligned == "True", size);
    if ((aligned != "True" && aligned != "False") || !record) {
      return Fail("the fields of the record do not fit its size and alignment");
    }
    *type = *record;
    return Accept(")") || Fail("expected `)`");
  }

  bool ParseFieldType(FieldType* type) {
    if (!Accept("nestedarray(")) {
      return ParseType(&type->element) && (type->element.kind == abi::ArgKind::Scalar ||
                                           type->element.kind == abi::ArgKind::Record);
    }
    if (!ParseType(&type->element) || !Accept(",") || !Accept("(")) {
      return false;
    }
    while (!Accept(")")) {
      unsigned extent = 0;
      if (!ParseNumber(&extent)) {
        return false;
      }
      type->extents.push_back(extent);
      Accept(",");
    }
    return Accept(")");
  }

  bool ParseSlices(const abi::ArgType& element, abi::ArgType* type) {
    std::vector<bool> unit_stride;
    // float32[()]: an array without dimensions.
    if (Accept("(")) {
      *type = abi::ArgType::ArrayOf(element, 0);
      return (Accept(")") && Accept("]")) || Fail("expected `()]`");
    }
    do {
      if (!Accept(":")) {
        return Fail("expected `:` or `::1` between the brackets of an array type");
      }
      const bool has_step = Accept(":");
      if (has_step && !Accept("1")) {
        return Fail("the only step of an array type is `::1`");
      }
      unit_stride.push_back(has_step);
    } while (Accept(","));
    if (!Accept("]")) {
      return Fail("expected `]`");
    }
    const std::optional<abi::ArgType> array = ArrayOfSlices(element, unit_stride);
    if (!array) {
      return Fail(fmt::format("an array has at most {} dimensions", kMaxDimensions));
    }
    *type = *array;
    return true;
  }

  bool ParseNumber(unsigned* number) {
    SkipBlanks();
    std::string_view word = Word();
    // Numba prints dimensions as 2d.
    word.remove_suffix(word.ends_with('d') ? 1 : 0);
    *number = 0;
    for (const char digit : word) {
      if (digit < '0' || digit > '9' || *number > 100000) {
        return Fail(fmt::format("`{}` is not a number", word));
      }
      *number = *number * 10 + static_cast<unsigned>(digit - '0');
    }
    return !word.empty() || Fail("expected a number");
  }

  bool ParseTuple(bool uniform, abi::ArgType* type) {
    type->kind = abi::ArgKind::Tuple;
    if (!Accept("(")) {
      return Fail("expected `(`");
    }
    if (!uniform) {
      const bool inner = Accept("(") || Accept("[");
      abi::ArgType element;
      do {
        if (SkipBlanks(); (inner || !type->elements.empty()) && position_ < text_.size() &&
                          (text_[position_] == ')' || text_[position_] == ']')) {
          break;
        }
        if (!ParseType(&element)) {
          return false;
        }
        type->elements.push_back(element);
      } while (Accept(","));
      return (!inner || Accept(")") || Accept("]")) && (Accept(")") || Fail("expected `)`"));
    }
    abi::ArgType element;
    unsigned count = 0;
    if (!ParseType(&element) || !(Accept(",") || Fail("expected `,`")) || !ParseNumber(&count)) {
      return false;
    }
    if (count > kMaxTupleTypes) {
      return Fail("the tuple is too long");
    }
    type->elements.assign(count, element);
    return Accept(")") || Fail("expected `)`");
  }

  // `Point(float32, int32)` for a class Point of the file, and `Point` where its fields have types.
  bool ParseNamedTuple(std::string_view name, abi::ArgType* type) {
    if (Accept("(")) {
      type->elements.clear();
      if (!ParseListUntil(')', &type->elements)) {
        return false;
      }
    }
    return type->elements.size() == type->field_names.size() ||
           Fail(fmt::format("`{}` has {} fields: write their types, `{}(float32, ...)`", name,
                            type->field_names.size(), name));
  }

  // NamedTuple((float32, int32), Point), NamedUniTuple(float32, 2, Point)
  bool ParseTupleOfClass(bool uniform, abi::ArgType* type) {
    if (!Accept("(")) {
      return Fail("expected `(`");
    }
    type->kind = abi::ArgKind::Tuple;
    abi::ArgType element;
    unsigned count = 0;
    if (uniform) {
      if (!ParseType(&element) || !Accept(",") || !ParseNumber(&count) || count > kMaxTupleTypes) {
        return Fail("a tuple of one type is NamedUniTuple(TYPE, COUNT, CLASS)");
      }
      type->elements.assign(count, element);
    } else if (!(Accept("(") || Accept("[")) || !ParseElements(type)) {
      return Fail("a named tuple is NamedTuple((TYPE, ...), CLASS)");
    }
    abi::ArgType cls;
    if (!Accept(",") || !FindElementType(Word(), &cls) || cls.kind != abi::ArgKind::Tuple ||
        cls.field_names.size() != type->elements.size()) {
      return Fail("the class of a named tuple is one of the file, with as many fields");
    }
    type->name = cls.name;
    type->field_names = cls.field_names;
    return Accept(")") || Fail("expected `)`");
  }

  bool ParseElements(abi::ArgType* type) {
    do {
      abi::ArgType element;
      if (!ParseType(&element)) {
        return false;
      }
      type->elements.push_back(std::move(element));
    } while (Accept(","));
    return Accept(")") || Accept("]");
  }

  // Array(float32, 2, "C"), Array(dtype=float32, ndim=2, layout="C"), and the way that Numba prints it: array(float32, 2d, C).
  bool ParseArrayCall(abi::ArgType* type) {
    static constexpr std::string_view kParts[] = {"dtype", "ndim", "layout", "readonly"};
    if (!Accept("(")) {
      return Fail("expected `(`");
    }
    std::optional<abi::ArgType> element;
    std::optional<unsigned> ndim;
    std::optional<abi::Layout> layout;
    bool readonly = false;
    std::size_t next = 0;
    do {
      std::size_t part = next++;
      for (std::size_t i = 0; i < std::size(kParts); ++i) {
        part = AcceptKeyword(kParts[i]) ? i : part;
      }
      abi::ArgType own;
      unsigned dimensions = 0;
      switch (part) {
        case 0:
          if (!ParseType(&own)) {
            return false;
          }
          element = std::move(own);
          break;
        case 1:
          if (!ParseNumber(&dimensions)) {
            return Fail("expected the number of dimensions");
          }
          ndim = dimensions;
          break;
        case 2:
          if (layout = ParseLayout(); !layout) {
            return Fail("the layout of an array is C, F or A");
          }
          break;
        case 3: {
          const std::string_view word = Word();
          if (word != "True" && word != "False") {
            return Fail("the fourth part of an array type is True for read-only arrays");
          }
          readonly = word == "True";
          break;
        }
        default:
          return Fail("an array type is Array(dtype, dimensions, layout)");
      }
    } while (Accept(","));
    if (!element || (element->kind != abi::ArgKind::Scalar && element->kind != abi::ArgKind::Record) ||
        !ndim || *ndim > kMaxDimensions || !layout) {
      return Fail("an array type is Array(dtype, dimensions, layout)");
    }
    *type = abi::ArgType::ArrayOf(*element, *ndim, CanonicalLayout(*layout, *ndim));
    type->readonly = readonly;
    return Accept(")") || Fail("expected `)`");
  }

  // `name=`
  bool AcceptKeyword(std::string_view name) {
    const std::size_t start = position_;
    if (Accept(name) && Accept("=")) {
      return true;
    }
    position_ = start;
    return false;
  }

  // C, "C" or 'C'
  std::optional<abi::Layout> ParseLayout() {
    const std::string_view quote = Accept("'") ? "'" : Accept("\"") ? "\"" : "";
    const std::string_view layout = Word();
    if (!Accept(quote) || (layout != "C" && layout != "F" && layout != "A")) {
      return std::nullopt;
    }
    return layout == "C" ? abi::Layout::C : layout == "F" ? abi::Layout::F : abi::Layout::A;
  }

  std::string_view text_;
  TypeNames names_;
  std::size_t position_ = 0;
  unsigned nesting_ = 0;
  std::string error_;
  std::optional<abi::ArgType> result_;
};

}  // namespace

std::optional<abi::ArgType> ArrayOfSlices(const abi::ArgType& element,
                                          const std::vector<bool>& unit_stride) {
  const std::size_t ndim = unit_stride.size();
  if (ndim == 0 || ndim > kMaxDimensions) {
    return std::nullopt;
  }
  // As in Numba, the first dimension is asked before the last one, and those between say nothing.
  abi::Layout layout = abi::Layout::A;
  if (unit_stride.front()) {
    layout = abi::Layout::F;
  } else if (unit_stride.back()) {
    layout = abi::Layout::C;
  }
  const auto dimensions = static_cast<unsigned>(ndim);
  return abi::ArgType::ArrayOf(element, dimensions, CanonicalLayout(layout, dimensions));
}

std::optional<abi::ArgType> ParseType(std::string_view text, std::string* error, const TypeNames& names) {
  SignatureParser parser(text, names);
  abi::ArgType type;
  if (!parser.ParseOne(&type)) {
    *error = parser.error().empty() ? "not a type" : parser.error();
    return std::nullopt;
  }
  return type;
}

std::optional<std::vector<abi::ArgType>> ParseSignature(std::string_view text, std::string* error,
                                                        std::optional<abi::ArgType>* result) {
  return ParseSignature(text, nullptr, error, result);
}

std::optional<std::vector<abi::ArgType>> ParseSignature(std::string_view text,
                                                        const TypeNames& names,
                                                        std::string* error,
                                                        std::optional<abi::ArgType>* result) {
  SignatureParser parser(text, names);
  std::vector<abi::ArgType> types;
  if (!parser.ParseAll(&types)) {
    *error = parser.error().empty() ? "not a signature" : parser.error();
    return std::nullopt;
  }
  if (result != nullptr) {
    *result = parser.result();
  }
  return types;
}

}  // namespace kernelc::types
