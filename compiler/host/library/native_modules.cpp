// What stdlib/host needs of the run itself, bytes of integers, and json.loads.
#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "compiler/host/arrays/array.h"
#include "compiler/host/library/natives.h"
#include "compiler/host/library/parameters.h"

namespace kernelc::host {

// --- _host ---

[[noreturn]] static void EndAsUnknown(Context& c, const Value& why) {
  throw NotFollowed{
      c.heap.Unknown(why.is(Kind::Str) ? why.text() : "is not followed", c.where).why};
}

KC_NATIVE(HostUnknown, Given why) { EndAsUnknown(c, why); }

// Where the condition is true, or not known.
KC_NATIVE(HostUnknownIf, Given condition, Given why) {
  if (TruthOf(c, condition) != Truthiness::False) {
    EndAsUnknown(c, why);
  }
  return Value::None();
}

// A number that no two objects share.
KC_NATIVE(HostIdentity, Value x) {
  return x.is_object()
             ? Value::Int(static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(x.object)))
             : x;
}

// What an object is an instance of, without `object` and ABC; None where that is not known, or
// where a class may be registered with an abstract one.
KC_NATIVE(HostClasses, Value x) {
  if (x.is_object() &&
      !x.is(Kind::BigInt, Kind::Bytes, Kind::Complex, Kind::Dict, Kind::FrozenSet, Kind::Instance,
            Kind::List, Kind::Range, Kind::Set, Kind::Str, Kind::Tuple)) {
    return Value::None();
  }
  const Object* cls = x.is_unknown() ? nullptr : ClassOf(c, x);
  if (cls == nullptr) {
    return Value::None();
  }
  ValueList found;
  for (Object* each : cls->As<ClassInfo>().mro) {
    const ClassInfo& info = each->As<ClassInfo>();
    const bool is_abc = info.is_library && info.qualified_name == "ABC";
    if (each->state.top || (info.is_library && !info.is_builtin && !is_abc)) {
      return Value::None();
    }
    if (!is_abc && each != BuiltinClass(c, "object")) {
      found.push_back(Value::Of(each));
    }
  }
  return c.heap.Tuple(std::move(found));
}

KC_NATIVE(HostIsCode, Value x) {
  return Value::Bool(x.is(Kind::Function, Kind::Native, Kind::Module, Kind::Kernel,
                          Kind::StaticMethod, Kind::ClassMethod));
}

KC_NATIVE(HostIsArray, Value x) { return Value::Bool(IsNumpy(x)); }

KC_NATIVE(HostIsKeyword, std::string_view text) {
  static constexpr std::string_view kKeywords =
      " False None True and as assert async await break class continue def del elif else except "
      "finally for from global if "
      "import in is lambda nonlocal not or pass raise return try while with yield ";
  return Value::Bool(kKeywords.find(fmt::format(" {} ", text)) != std::string_view::npos);
}

KC_NATIVE(HostRaiseForArguments) {
  RaiseError(c, "TypeError", "is called with other arguments than it has");
}

KC_NATIVE(HostVariable, std::string_view name) {
  GiveUpIf(c, c.inputs.world == nullptr, "the environment is not known");
  const std::optional<std::string> value = c.inputs.world->Variable(std::string(name));
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
KC_NATIVE(HostReadFile, std::string_view path) {
  if (c.inputs.world == nullptr) {
    return Value::None();
  }
  const World::FileBytes file = FileAt(c, std::string(path));
  GiveUpIf(c, !file.is_known, "comes from a file that cannot be read here");
  return file.bytes ? c.heap.Bytes(*file.bytes) : Value::None();
}

// What stands at an absolute path, and the path without links; None for what is not known. What is
// not there yet may be when the program asks: it may have made it.
KC_NATIVE(HostPlace, std::string_view path) {
  using std::filesystem::file_type;
  const FilePlace place =
      c.inputs.world == nullptr ? FilePlace() : c.inputs.world->PlaceOf(std::string(path));
  const std::string_view kind = place.type == file_type::regular     ? "file"
                                : place.type == file_type::directory ? "folder"
                                                                     : "other";
  const bool is_there = place.type != file_type::none && place.type != file_type::not_found;
  return c.heap.Tuple({is_there ? c.heap.Str(kind) : Value::None(),
                       place.path.empty() ? Value::None() : c.heap.Str(place.path)});
}

// What the time, chance or the machine decides.
Value HostChance(Context& c, const Arguments&) { GiveUp(c, "this differs from run to run"); }

// What reads its arguments is nothing that a kernel needs.
Value HostNotComputed(Context& c, const Arguments&) {
  GiveUp(c, "is given by a function that is not computed here");
}

// Calls whose effects are no part of the run: what is written, how long is waited.
Value HostNothing(Context&, const Arguments&) { return Value::None(); }

// --- slices and bytes of integers ---

// What a sequence of so many elements makes of the slice.
KC_NATIVE(SliceIndices, Any<Kind::Slice> self, std::int64_t length) {
  RaiseIf(c, length < 0, "ValueError", "length should not be negative");
  const SliceRange range = ResolveSlice(c, *self.object, length);
  return c.heap.Tuple({Value::Int(range.start), Value::Int(range.stop), Value::Int(range.step)});
}

// Whether the most significant byte comes first.
static bool IsBigEndian(Context& c, std::optional<std::string_view> order) {
  RaiseIf(c, order && order != "big" && order != "little", "ValueError", "is no order of bytes");
  return order != "little";
}

KC_NATIVE_BY_NAME(IntFromBytes, Value bytes, std::optional<std::string_view> byteorder,
                  Named<std::optional<bool>> signed_) {
  GiveUpIf(c, !bytes.is(Kind::Bytes), "int.from_bytes of this is not followed");
  std::string text(bytes.text());
  if (!IsBigEndian(c, byteorder)) {
    std::ranges::reverse(text);
  }
  const Value number = IntegerOfText(c, "0" + llvm::toHex(text), 16);
  const bool is_negative =
      signed_.value_or(false) && !text.empty() && (static_cast<unsigned char>(text[0]) & 0x80) != 0;
  if (!is_negative) {
    return number;
  }
  const Value above =
      Binary(c, ast::BinaryOperator::LShift, Value::Int(1), Value::Int(std::ssize(text) * 8));
  return Binary(c, ast::BinaryOperator::Sub, number, above);
}

KC_NATIVE_BY_NAME(IntToBytes, Plain self, std::optional<std::int64_t> length,
                  std::optional<std::string_view> byteorder, Named<std::optional<bool>> signed_) {
  GiveUpIf(c, !self.is_small_int() || self.integer < 0 || signed_.value_or(false),
           "int.to_bytes of this is not followed");
  const auto count = static_cast<std::size_t>(length.value_or(1));
  std::string text;
  std::uint64_t rest = static_cast<std::uint64_t>(self.integer);
  for (std::size_t i = 0; i < std::min<std::size_t>(count, 1 << 16); ++i, rest >>= 8) {
    text += static_cast<char>(rest & 0xff);
  }
  RaiseIf(c, rest != 0, "OverflowError", "int too big to convert");
  if (IsBigEndian(c, byteorder)) {
    std::ranges::reverse(text);
  }
  return c.heap.Bytes(text);
}

// --- json ---

static Value FromJson(Context& c, const nlohmann::ordered_json& json, int depth) {
  Step(c);
  constexpr int kMostDepth = 200;
  // Integers beyond 64 bits are floats here.
  constexpr double kMostExact = 9e18;
  GiveUpIf(
      c,
      depth > kMostDepth || (json.is_number_float() && std::abs(json.get<double>()) > kMostExact),
      "this JSON is not followed");
  if (json.is_object()) {
    Object* dict = c.heap.NewDict();
    for (const auto& [key, value] : json.items()) {
      StoreKey(c, dict, c.heap.Str(key), FromJson(c, value, depth + 1));
    }
    return Value::Of(dict);
  }
  if (json.is_array()) {
    return c.heap.List(ListOf(
        json, [&](const nlohmann::ordered_json& item) { return FromJson(c, item, depth + 1); }));
  }
  return json.is_string()            ? c.heap.Str(json.get_ref<const std::string&>())
         : json.is_boolean()         ? Value::Bool(json.get<bool>())
         : json.is_number_unsigned() ? PythonNumber(c, Number::Int(Wide(json.get<std::uint64_t>())))
         : json.is_number_integer()  ? Value::Int(json.get<std::int64_t>())
         : json.is_number()          ? Value::Float(json.get<double>())
                                     : Value::None();
}

KC_NATIVE(JsonLoads, std::string_view text) {
  const auto json = nlohmann::ordered_json::parse(text, nullptr, false);
  GiveUpIf(c, text.starts_with("\xef\xbb\xbf") || json.is_discarded(), "this JSON is not followed");
  return FromJson(c, json, 0);
}

namespace {

struct JsonStyle {
  std::string item = ", ";
  std::string key = ": ";
  // In front of each element, for each container around it; none: all on one line.
  std::optional<std::string> indent;
  bool is_sorted = false;
};

std::string JsonText(Context& c, const Value& value, const JsonStyle& style, std::size_t depth);

std::string Repeated(std::string_view text, std::size_t count) {
  std::string repeated;
  for (std::size_t i = 0; i < count; ++i) {
    repeated += text;
  }
  return repeated;
}

std::string JsonContainer(Context& c, const Value& value, const JsonStyle& style,
                          std::size_t depth) {
  const bool is_dict = value.is(Kind::Dict);
  Value items = is_dict ? Call(c, GetAttribute(c, value, "items"), Arguments()) : value;
  if (is_dict && style.is_sorted) {
    items = c.heap.List(Sorted(c, items, Value::None(), false));
  }
  const std::string line = style.indent ? "\n" + Repeated(*style.indent, depth + 1) : std::string();
  std::string text;
  for (const Value& each : Elements(c, items)) {
    Step(c);
    text += (text.empty() ? "" : style.item) + line;
    if (is_dict) {
      const Value& key = each.items()[0];
      GiveUpIf(c, !key.is(Kind::Str) && (style.is_sorted || !IsInteger(key)),
               "is a key that is not followed");
      text += (key.is(Kind::Str) ? JsonText(c, key, style, depth)
                                 : fmt::format("\"{}\"", JsonText(c, key, style, depth))) +
              style.key;
    }
    text += JsonText(c, is_dict ? each.items()[1] : each, style, depth + 1);
  }
  if (style.indent && !text.empty()) {
    text += "\n" + Repeated(*style.indent, depth);
  }
  return fmt::format("{}{}{}", is_dict ? '{' : '[', text, is_dict ? '}' : ']');
}

std::string JsonText(Context& c, const Value& value, const JsonStyle& style, std::size_t depth) {
  if (value.is_none() || value.is_bool()) {
    return value.is_none() ? "null" : value.integer != 0 ? "true" : "false";
  }
  if (IsInteger(value) || (value.is_float() && std::isfinite(value.real))) {
    return Repr(c, value);
  }
  if (value.is(Kind::Str) && value.object->cls == nullptr) {
    const nlohmann::json text(std::string(value.text()));
    return text.dump(-1, ' ', true);
  }
  GiveUpIf(c, !value.is(Kind::List, Kind::Tuple, Kind::Dict) || depth > 100,
           "json.dumps of this is not followed");
  return JsonContainer(c, value, style, depth);
}

}  // namespace

KC_NATIVE_BY_NAME(JsonDumps, Value obj, Named<OrNone<Value>> indent,
                  Named<OrNone<ValueList>> separators, Named<std::optional<bool>> sort_keys) {
  JsonStyle style;
  style.is_sorted = sort_keys.value_or(false);
  if (indent) {
    style.item = ",";
    style.indent =
        indent->is(Kind::Str)
            ? std::string(indent->text())
            : std::string(static_cast<std::size_t>(std::max<std::int64_t>(AsIndex(c, *indent), 0)),
                          ' ');
  }
  if (separators) {
    GiveUpIf(c, separators->size() != 2, "these separators are not followed");
    style.item = TextOf(c, (*separators)[0]);
    style.key = TextOf(c, (*separators)[1]);
  }
  return c.heap.Str(JsonText(c, obj, style, 0));
}

}  // namespace kernelc::host
