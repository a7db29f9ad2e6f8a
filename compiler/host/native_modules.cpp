// What stdlib/host needs of the run itself, and the modules struct and json.
#include <algorithm>
#include <cctype>
#include <cstring>

#include "compiler/host/array.h"
#include "compiler/host/natives.h"

namespace kernelc::host {

// --- _host ---

Value HostUnknown(Context& c, const Arguments& a) {
  const Value why = a.Get(0, "why");
  throw NotFollowed{c.heap
                        .Unknown(why.is(Kind::Str) ? std::string_view(why.object->text)
                                                   : std::string_view("is not followed"),
                                 c.where)
                        .why};
}

// A number that no two objects share.
Value HostIdentity(Context&, const Arguments& a) {
  const Value value = a.Get(0, "x");
  return value.is_object()
             ? Value::Int(static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(value.object)))
             : value;
}

Value HostIsCode(Context&, const Arguments& a) {
  const Value x = a.Get(0, "x");
  return Value::Bool(x.is(Kind::Function) || x.is(Kind::Native) || x.is(Kind::Module) ||
                     x.is(Kind::Kernel) || x.is(Kind::StaticMethod) || x.is(Kind::ClassMethod));
}

Value HostIsArray(Context&, const Arguments& a) { return Value::Bool(IsNumpy(a.Get(0, "x"))); }

Value HostIsKeyword(Context& c, const Arguments& a) {
  static constexpr std::string_view kKeywords =
      " False None True and as assert async await break class continue def del elif else except "
      "finally for from global if "
      "import in is lambda nonlocal not or pass raise return try while with yield ";
  return Value::Bool(kKeywords.find(" " + TextOf(c, a.Get(0, "s")) + " ") !=
                     std::string_view::npos);
}

Value HostVariable(Context& c, const Arguments& a) {
  if (c.inputs.world == nullptr) {
    GiveUp(c, "the environment is not known");
  }
  const std::optional<std::string> value = c.inputs.world->Variable(TextOf(c, a.Get(0, "name")));
  return value ? c.heap.Str(*value) : Value::None();
}

namespace {

// A relative path is one beside the file of the program, or else one of the working directory.
World::FileBytes FileAt(Context& c, const std::string& path) {
  const std::string& main = c.main->As<ModuleInfo>().path;
  const std::size_t folder = main.rfind('/');
  if (!path.starts_with("/") && folder != std::string::npos) {
    World::FileBytes file = c.inputs.world->ReadFile(main.substr(0, folder + 1) + path);
    if (file.is_known && file.bytes) {
      return file;
    }
  }
  return c.inputs.world->ReadFile(path);
}

}  // namespace

// Its bytes; None where there is none that can be read.
Value HostReadFile(Context& c, const Arguments& a) {
  if (c.inputs.world == nullptr) {
    return Value::None();
  }
  const World::FileBytes file = FileAt(c, TextOf(c, a.Get(0, "path")));
  if (!file.is_known) {
    GiveUp(c, "comes from a file that cannot be read here");
  }
  return file.bytes ? c.heap.Bytes(*file.bytes) : Value::None();
}

Value HostHasFile(Context& c, const Arguments& a) {
  const World::FileBytes file =
      c.inputs.world == nullptr ? World::FileBytes() : FileAt(c, TextOf(c, a.Get(0, "path")));
  if (!file.is_known) {
    GiveUp(c, "depends on a file that cannot be read here");
  }
  return Value::Bool(file.bytes.has_value());
}

// What the time, chance or the machine decides.
Value HostChance(Context& c, const Arguments&) { GiveUp(c, "this differs from run to run"); }

// What reads its arguments is nothing that a kernel needs.
Value HostNotComputed(Context& c, const Arguments&) {
  GiveUp(c, "is given by a function that is not computed here");
}

// scipy.constants.physical_constants: (value, unit, uncertainty) by name.
Value HostCodata(Context& c, const Arguments&) {
  const Value table = Value::Of(c.heap.NewDict());
  const auto add = [&](std::string_view name, double value, std::string_view unit,
                       double uncertainty) {
    StoreKey(c, table.object, c.heap.Str(name),
             c.heap.Tuple({Value::Float(value), c.heap.Str(unit), Value::Float(uncertainty)}));
  };
#define KC_CODATA(name, value, unit, uncertainty) add(name, value, unit, uncertainty);
#include "compiler/host/scipy_codata.def"
  return table;
}

// Calls whose effects are no part of the run: what is written, how long is waited.
Value HostNothing(Context&, const Arguments&) { return Value::None(); }

Value HostMainPath(Context& c, const Arguments&) {
  return c.heap.Str(c.main != nullptr ? c.main->As<ModuleInfo>().path : std::string());
}

// --- slices and bytes of integers ---

namespace {
Value SlicePart(Context& c, const Arguments& a, std::size_t part) {
  const Value slice = a.Get(0, "self");
  if (!slice.is(Kind::Slice) || slice.object->state.items.size() != 3) {
    GiveUp(c, "is a part of a slice that is not followed");
  }
  return slice.object->state.items[part];
}

// Whether the most significant byte comes first.
bool IsBigEndian(Context& c, const Value& order) {
  if (order.is_undefined()) {
    return true;
  }
  const std::string& text = TextOf(c, order);
  if (text != "big" && text != "little") {
    RaiseError(c, "ValueError", "byteorder must be either 'little' or 'big'");
  }
  return text == "big";
}
}  // namespace

Value SliceStart(Context& c, const Arguments& a) { return SlicePart(c, a, 0); }
Value SliceStop(Context& c, const Arguments& a) { return SlicePart(c, a, 1); }
Value SliceStep(Context& c, const Arguments& a) { return SlicePart(c, a, 2); }

Value IntFromBytes(Context& c, const Arguments& a) {
  const Value bytes = a.Get(0, "bytes");
  const Value is_signed = a.Get(9, "signed");
  if (!bytes.is(Kind::Bytes)) {
    GiveUp(c, "int.from_bytes of this is not followed");
  }
  std::string text = bytes.object->text;
  if (!IsBigEndian(c, a.Get(1, "byteorder"))) {
    std::reverse(text.begin(), text.end());
  }
  std::string digits = "0";
  for (const char byte : text) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    digits += kDigits[static_cast<unsigned char>(byte) >> 4];
    digits += kDigits[static_cast<unsigned char>(byte) & 15];
  }
  const Value number = IntegerOfText(c, digits, 16);
  const bool is_negative = !is_signed.is_undefined() && Truth(c, is_signed) && !text.empty() &&
                           (static_cast<unsigned char>(text[0]) & 0x80) != 0;
  if (!is_negative) {
    return number;
  }
  const Value above = Binary(c, ast::BinaryOperator::LShift, Value::Int(1),
                             Value::Int(static_cast<std::int64_t>(text.size()) * 8));
  return Binary(c, ast::BinaryOperator::Sub, number, above);
}

namespace {

// Two hexadecimal digits a byte; blanks may stand between bytes.
std::string BytesOfHex(Context& c, const Value& text) {
  std::string bytes;
  const std::string& digits = TextOf(c, text);
  for (std::size_t i = 0; i < digits.size();) {
    if (std::isspace(static_cast<unsigned char>(digits[i])) != 0) {
      ++i;
      continue;
    }
    int value = 0;
    for (const std::size_t end = i + 2; i < end; ++i) {
      const char digit = i < digits.size() ? digits[i] : ' ';
      if (std::isxdigit(static_cast<unsigned char>(digit)) == 0) {
        RaiseError(c, "ValueError", "non-hexadecimal number found in fromhex() arg");
      }
      value = value * 16 + (digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10);
    }
    bytes += static_cast<char>(value);
  }
  return bytes;
}

}  // namespace

Value BytesFromHex(Context& c, const Arguments& a) {
  return c.heap.Bytes(BytesOfHex(c, a.Get(0, "string")));
}

Value BytearrayFromHex(Context& c, const Arguments& a) {
  const Value bytes[] = {BytesFromHex(c, a)};
  return Call(c, Value::Of(BuiltinClass(c, "bytearray")), Arguments{bytes, {}});
}

Value IntToBytes(Context& c, const Arguments& a) {
  const Value number = PlainNumber(a.Get(0, "self"));
  const Value length = a.Get(1, "length");
  const Value is_signed = a.Get(9, "signed");
  if (!number.is_small_int() || number.integer < 0 ||
      (!is_signed.is_undefined() && Truth(c, is_signed))) {
    GiveUp(c, "int.to_bytes of this is not followed");
  }
  const std::size_t count =
      length.is_undefined() ? 1 : static_cast<std::size_t>(AsIndex(c, length));
  std::string text;
  std::uint64_t rest = static_cast<std::uint64_t>(number.integer);
  for (std::size_t i = 0; i < std::min<std::size_t>(count, 1 << 16); ++i, rest >>= 8) {
    text += static_cast<char>(rest & 0xff);
  }
  if (rest != 0) {
    RaiseError(c, "OverflowError", "int too big to convert");
  }
  if (IsBigEndian(c, a.Get(2, "byteorder"))) {
    std::reverse(text.begin(), text.end());
  }
  return c.heap.Bytes(text);
}

// --- struct ---

namespace {

struct Item {
  char code = 0;
  std::size_t count = 1;
  std::size_t size = 0;
  std::size_t offset = 0;
};

struct Layout {
  std::vector<Item> items;
  std::size_t size = 0;
  bool is_big = false;
};

std::size_t SizeOf(Context& c, char code, bool is_native) {
  struct Sized {
    std::string_view codes;
    std::size_t size;
  };
  const Sized sizes[] = {
      {"xcbB?s", 1}, {"hHe", 2}, {"iIf", 4}, {"lL", is_native ? 8u : 4u}, {"qQd", 8}};
  for (const Sized& sized : sizes) {
    if (sized.codes.find(code) != std::string_view::npos) {
      return sized.size;
    }
  }
  GiveUp(c, "this format of struct is not followed");
}

Layout LayoutOf(Context& c, std::string_view format) {
  Layout layout;
  bool is_native = true;
  bool is_aligned = true;
  if (!format.empty() && std::string_view("@=<>!").find(format[0]) != std::string_view::npos) {
    is_native = format[0] == '@';
    is_aligned = is_native;
    layout.is_big = format[0] == '>' || format[0] == '!';
    format.remove_prefix(1);
  }
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] == ' ') {
      continue;
    }
    Item item;
    const std::size_t digits = i;
    while (i < format.size() && format[i] >= '0' && format[i] <= '9') {
      ++i;
    }
    if (i == format.size() || i - digits > 6) {
      GiveUp(c, "this format of struct is not followed");
    }
    item.count = i > digits ? std::stoul(std::string(format.substr(digits, i - digits))) : 1;
    item.code = format[i];
    item.size = SizeOf(c, item.code, is_native);
    if (is_aligned) {
      layout.size = (layout.size + item.size - 1) / item.size * item.size;
    }
    item.offset = layout.size;
    layout.size += item.count * item.size;
    layout.items.push_back(item);
  }
  return layout;
}

std::optional<abi::ScalarKind> KindOfCode(char code, std::size_t size) {
  const std::string_view signed_codes = "bhilq";
  const std::string_view unsigned_codes = "BHILQ";
  if (code == '?') {
    return abi::ScalarKind::Bool;
  }
  if (code == 'e' || code == 'f' || code == 'd') {
    return KindNamed(size == 2 ? "f2" : size == 4 ? "f4" : "f8");
  }
  if (signed_codes.find(code) != std::string_view::npos) {
    return KindNamed("i" + std::to_string(size));
  }
  return unsigned_codes.find(code) != std::string_view::npos ? KindNamed("u" + std::to_string(size))
                                                             : std::nullopt;
}

void PackNumber(Context& c, const Layout& layout, const Item& item, char* place,
                const Value& value) {
  const abi::ScalarKind kind = *KindOfCode(item.code, item.size);
  const std::optional<Number> number = NumberOf(c, value);
  if (!number || (IsIntegerKind(kind) && !number->is_integral())) {
    GiveUp(c, "this value is not packed");
  }
  if (IsIntegerKind(kind) && CastNumber(c, kind, *number).integer != number->integer) {
    GiveUp(c, "a value that its format does not hold raises struct.error");
  }
  StoreElement(c, kind, place, *number);
  if (layout.is_big) {
    std::reverse(place, place + item.size);
  }
}

}  // namespace

Value StructCalcsize(Context& c, const Arguments& a) {
  return Value::Int(static_cast<std::int64_t>(LayoutOf(c, TextOf(c, a.Get(0, "format"))).size));
}

Value StructPack(Context& c, const Arguments& a) {
  const Layout layout = LayoutOf(c, TextOf(c, a.Get(0, "format")));
  std::string bytes(layout.size, '\0');
  std::size_t next = 1;
  const auto take = [&]() -> Value {
    if (next >= a.size()) {
      GiveUp(c, "too few values for struct.pack");
    }
    return a.values[next++];
  };
  for (const Item& item : layout.items) {
    char* place = bytes.data() + item.offset;
    if (item.code == 's') {
      const Value text = take();
      if (!text.is(Kind::Bytes)) {
        GiveUp(c, "this value is not packed");
      }
      text.object->text.copy(place, item.count);
      continue;
    }
    for (std::size_t i = 0; i < item.count && item.code != 'x'; ++i) {
      if (item.code == 'c') {
        GiveUp(c, "this format of struct is not followed");
      }
      PackNumber(c, layout, item, place + i * item.size, take());
    }
  }
  if (next != a.size()) {
    GiveUp(c, "too many values for struct.pack");
  }
  return c.heap.Bytes(bytes);
}

Value StructUnpack(Context& c, const Arguments& a) {
  const Layout layout = LayoutOf(c, TextOf(c, a.Get(0, "format")));
  const Value buffer = a.Get(1, "buffer");
  if (!buffer.is(Kind::Bytes) || buffer.object->text.size() != layout.size) {
    GiveUp(c, "struct.unpack of this is not followed");
  }
  const std::string& bytes = buffer.object->text;
  std::vector<Value> values;
  for (const Item& item : layout.items) {
    if (item.code == 's') {
      values.push_back(c.heap.Bytes(std::string_view(bytes).substr(item.offset, item.count)));
      continue;
    }
    for (std::size_t i = 0; i < item.count && item.code != 'x'; ++i) {
      std::string part = bytes.substr(item.offset + i * item.size, item.size);
      if (item.code == 'c') {
        values.push_back(c.heap.Bytes(part));
        continue;
      }
      if (layout.is_big) {
        std::reverse(part.begin(), part.end());
      }
      values.push_back(
          PythonNumber(c, LoadElement(*KindOfCode(item.code, item.size), part.data())));
    }
  }
  return c.heap.Tuple(std::move(values));
}

// --- json ---

namespace {

class JsonReader {
 public:
  JsonReader(Context& c, std::string_view text) : c_(c), text_(text) {}

  Value Read() {
    const Value value = ReadValue(0);
    SkipSpace();
    if (at_ != text_.size()) {
      Fail();
    }
    return value;
  }

 private:
  [[noreturn]] void Fail() { RaiseError(c_, "ValueError", "the text is no JSON"); }

  void SkipSpace() {
    while (at_ < text_.size() &&
           std::string_view(" \t\n\r").find(text_[at_]) != std::string_view::npos) {
      ++at_;
    }
  }
  bool Take(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) {
      return false;
    }
    at_ += word.size();
    return true;
  }

  Value ReadValue(int depth) {
    Step(c_);
    SkipSpace();
    if (depth > 200 || at_ >= text_.size()) {
      Fail();
    }
    if (Take("null")) {
      return Value::None();
    }
    if (Take("true")) {
      return Value::Bool(true);
    }
    if (Take("false")) {
      return Value::Bool(false);
    }
    if (Take("[")) {
      return ReadList(depth);
    }
    if (Take("{")) {
      return ReadObject(depth);
    }
    return text_[at_] == '"' ? ReadText() : ReadNumber();
  }

  Value ReadList(int depth) {
    std::vector<Value> items;
    SkipSpace();
    if (!Take("]")) {
      do {
        items.push_back(ReadValue(depth + 1));
        SkipSpace();
      } while (Take(","));
      if (!Take("]")) {
        Fail();
      }
    }
    return c_.heap.List(std::move(items));
  }

  Value ReadObject(int depth) {
    Object* object = c_.heap.NewDict();
    SkipSpace();
    if (Take("}")) {
      return Value::Of(object);
    }
    do {
      SkipSpace();
      const Value key = ReadText();
      SkipSpace();
      if (!Take(":")) {
        Fail();
      }
      StoreKey(c_, object, key, ReadValue(depth + 1));
      SkipSpace();
    } while (Take(","));
    if (!Take("}")) {
      Fail();
    }
    return Value::Of(object);
  }

  Value ReadText() {
    if (!Take("\"")) {
      Fail();
    }
    std::string text;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (text_[at_] != '\\') {
        if (static_cast<unsigned char>(text_[at_]) < 0x20) {
          Fail();
        }
        text += text_[at_++];
        continue;
      }
      static constexpr std::string_view kFrom = "\"\\/bfnrt";
      static constexpr std::string_view kTo = "\"\\/\b\f\n\r\t";
      const std::size_t which =
          at_ + 1 < text_.size() ? kFrom.find(text_[at_ + 1]) : std::string_view::npos;
      if (which == std::string_view::npos) {
        GiveUp(c_, "this escape of JSON is not followed");
      }
      text += kTo[which];
      at_ += 2;
    }
    if (!Take("\"")) {
      Fail();
    }
    return c_.heap.Str(text);
  }

  Value ReadNumber() {
    const std::size_t begin = at_;
    while (at_ < text_.size() &&
           std::string_view("+-.eE0123456789").find(text_[at_]) != std::string_view::npos) {
      ++at_;
    }
    const std::string text(text_.substr(begin, at_ - begin));
    const bool has_digit = text.find_first_of("0123456789") != std::string::npos;
    const std::size_t first = text.starts_with("-") ? 1 : 0;
    const bool is_bad = !has_digit || text.size() <= first || text[first] < '0' ||
                        text[first] > '9' ||
                        (text[first] == '0' && text.size() > first + 1 && text[first + 1] >= '0' &&
                         text[first + 1] <= '9');
    if (is_bad) {
      text.empty() ? GiveUp(c_, "this JSON is not followed") : Fail();
    }
    const bool is_float = text.find_first_of(".eE") != std::string::npos;
    return Call(c_, Value::Of(BuiltinClass(c_, is_float ? "float" : "int")), {c_.heap.Str(text)});
  }

  Context& c_;
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

Value JsonLoads(Context& c, const Arguments& a) {
  if (!a.keywords.empty()) {
    GiveUp(c, "arguments of json.loads are not followed");
  }
  const std::string text = TextOf(c, a.Get(0, "s"));
  return JsonReader(c, text).Read();
}

}  // namespace kernelc::host
