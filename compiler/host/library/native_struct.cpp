// struct: numbers as bytes.
#include <algorithm>
#include <cctype>
#include <cmath>

#include "compiler/host/arrays/array.h"
#include "compiler/host/library/natives.h"
#include "compiler/host/library/parameters.h"

namespace kernelc::host {
namespace {

using abi::ScalarKind;

struct Code {
  char code;
  ScalarKind kind;
  // Of formats of the machine.
  ScalarKind native = kind;
};
// Those of single bytes stand first; `x` and `s` are none of numbers.
constexpr Code kCodes[] = {
    {'x', ScalarKind::UInt8},
    {'s', ScalarKind::UInt8},
    {'c', ScalarKind::UInt8},
    {'?', ScalarKind::Bool},
    {'b', ScalarKind::Int8},
    {'B', ScalarKind::UInt8},
    {'h', ScalarKind::Int16},
    {'H', ScalarKind::UInt16},
    {'i', ScalarKind::Int32},
    {'I', ScalarKind::UInt32},
    {'l', ScalarKind::Int32, ScalarKind::Int64},
    {'L', ScalarKind::UInt32, ScalarKind::UInt64},
    {'q', ScalarKind::Int64},
    {'Q', ScalarKind::UInt64},
    {'e', ScalarKind::Float16},
    {'f', ScalarKind::Float32},
    {'d', ScalarKind::Float64},
};

struct Part {
  char code;
  ScalarKind kind;
  std::size_t at;
  std::size_t size;
};
struct Layout {
  std::vector<Part> parts;
  std::size_t size = 0;
  bool is_swapped = false;
};

Layout LayoutOf(Context& c, std::string_view format) {
  Layout layout;
  const bool has_order =
      !format.empty() && std::string_view("@=<>!").find(format[0]) != std::string_view::npos;
  const bool is_native = !has_order || format[0] == '@';
  layout.is_swapped = has_order && (format[0] == '>' || format[0] == '!');
  std::size_t count = 1;
  for (std::size_t i = has_order ? 1 : 0; i < format.size(); ++i) {
    if (std::isdigit(static_cast<unsigned char>(format[i])) != 0) {
      const bool is_first = i == 0 || std::isdigit(static_cast<unsigned char>(format[i - 1])) == 0;
      count = (is_first ? 0 : count * 10) + static_cast<std::size_t>(format[i] - '0');
      GiveUpIf(c, count > kMaxElements, "this many bytes are not followed");
      continue;
    }
    const auto* row = std::ranges::find(kCodes, format[i], &Code::code);
    GiveUpIf(c, row == std::end(kCodes), "this format of struct is not followed");
    const ScalarKind kind = is_native ? row->native : row->kind;
    const std::size_t size = abi::scalar_info(kind).size;
    layout.size = is_native ? (layout.size + size - 1) / size * size : layout.size;
    if (row->code == 's') {
      layout.parts.push_back({'s', kind, layout.size, count});
    }
    for (std::size_t n = 0; n < count && row->code != 'x' && row->code != 's'; ++n) {
      layout.parts.push_back({row->code, kind, layout.size + n * size, size});
    }
    layout.size += count * size;
    count = 1;
  }
  return layout;
}

void StorePart(Context& c, const Part& part, const Value& given, char* place) {
  if (part.code == 's' || part.code == 'c') {
    GiveUpIf(c, !given.is(Kind::Bytes) || (part.code == 'c' && given.text().size() != 1),
             "is no text of bytes");
    std::ranges::copy(given.text().substr(0, part.size), place);
    return;
  }
  const Value value = given.is(Kind::Scalar) ? ScalarNumber(c, given) : PlainNumber(given);
  const std::optional<Number> number =
      part.code == '?' ? Number::Int(Truth(c, given) ? 1 : 0) : NumberOf(c, value);
  const bool is_float = abi::scalar_info(part.kind).cls == abi::ScalarClass::Float;
  GiveUpIf(
      c, !number || (!is_float && part.code != '?' && !IsInteger(value)) || value.is(Kind::Complex),
      "is no number of this format of struct");
  StoreNumber(part.kind, place, *number);
  const Number held = LoadNumber(part.kind, place);
  GiveUpIf(c,
           is_float ? std::isinf(held.as_double()) && std::isfinite(number->as_double())
                    : part.code != '?' && !Truth(c, Compare(c, ast::CompareOperator::Eq,
                                                            PythonNumber(c, held), value)),
           "is beyond the numbers of this format of struct");
}

Value Unpacked(Context& c, const Layout& layout, std::string bytes) {
  ValueList values;
  for (const Part& part : layout.parts) {
    if (layout.is_swapped && part.code != 's') {
      std::reverse(bytes.data() + part.at, bytes.data() + part.at + part.size);
    }
    const char* const place = bytes.data() + part.at;
    values.push_back(part.code == 's' || part.code == 'c' ? c.heap.Bytes({place, part.size})
                     : part.code == '?'                   ? Value::Bool(*place != 0)
                                        : PythonNumber(c, LoadNumber(part.kind, place)));
  }
  return c.heap.Tuple(std::move(values));
}

}  // namespace

KC_NATIVE(StructSize, std::string_view format) {
  return Value::Int(static_cast<std::int64_t>(LayoutOf(c, format).size));
}

KC_NATIVE(StructPack, std::string_view format, Rest values) {
  const Layout layout = LayoutOf(c, format);
  GiveUpIf(c, layout.parts.size() != values.size(),
           "struct.pack of another number of values is not followed");
  std::string bytes(layout.size, '\0');
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Part& part = layout.parts[i];
    StorePart(c, part, values[i], bytes.data() + part.at);
    if (layout.is_swapped && part.code != 's') {
      std::reverse(bytes.data() + part.at, bytes.data() + part.at + part.size);
    }
  }
  return c.heap.Bytes(bytes);
}

KC_NATIVE(StructUnpack, Called name, std::string_view format, Value buffer,
          std::optional<std::int64_t> offset) {
  const Layout layout = LayoutOf(c, format);
  GiveUpIf(c, !buffer.is(Kind::Bytes), "struct.unpack of this is not followed");
  const std::int64_t at = offset.value_or(0);
  const auto rest =
      static_cast<std::size_t>(std::max<std::int64_t>(std::ssize(buffer.text()) - at, 0));
  GiveUpIf(c, at < 0 || (name == "unpack" ? rest != layout.size || offset : rest < layout.size),
           "struct.unpack of another number of bytes is not followed");
  return Unpacked(c, layout,
                  std::string(buffer.text().substr(static_cast<std::size_t>(at), layout.size)));
}

}  // namespace kernelc::host
