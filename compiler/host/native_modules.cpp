// What stdlib/host needs of the run itself, bytes of integers, and json.loads.
#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "compiler/host/array.h"
#include "compiler/host/natives.h"
#include "compiler/host/parameters.h"

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

// What the time, chance or the machine decides.
Value HostChance(Context& c, const Arguments&) { GiveUp(c, "this differs from run to run"); }

// What reads its arguments is nothing that a kernel needs.
Value HostNotComputed(Context& c, const Arguments&) {
  GiveUp(c, "is given by a function that is not computed here");
}

// Calls whose effects are no part of the run: what is written, how long is waited.
Value HostNothing(Context&, const Arguments&) { return Value::None(); }

Value HostFindsFiles(Context& c, const Arguments&) { return Value::Bool(c.finds_files); }

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

}  // namespace kernelc::host
