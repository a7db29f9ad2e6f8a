#include "compiler/driver/argument_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "compiler/base/check.h"
#include "compiler/driver/named_values.h"
#include "kernelc/error.h"
#include "kernelc/npy.h"
#include "kernelc/random.h"

namespace kernelc::driver {
namespace {

using abi::ArgKind;
using abi::ScalarClass;
using abi::ScalarKind;

// Arrays made by the command are limited so that a typing slip does not take the machine's memory.
constexpr std::int64_t kMaxMadeBytes = std::int64_t{1} << 36;

struct Complex {
  double real = 0.0;
  double imag = 0.0;
};

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) {
      return parts;
    }
    text.remove_prefix(at + 1);
  }
}

template <typename T>
std::optional<T> ParseNumber(std::string_view text) {
  T value{};
  if (text.starts_with('+')) {
    text.remove_prefix(1);
  }
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || parsed.ec != std::errc() || parsed.ptr != text.data() + text.size()) {
    return std::nullopt;
  }
  return value;
}

// Python's spellings of a float: from_chars reads inf and nan as well.
std::optional<double> ParseFloat(std::string_view text) { return ParseNumber<double>(text); }

std::optional<bool> ParseBool(std::string_view text) {
  if (text == "true" || text == "True" || text == "1") {
    return true;
  }
  if (text == "false" || text == "False" || text == "0") {
    return false;
  }
  return std::nullopt;
}

// "1+2j", "-2.5j", "3", "1e-3-4e+2j".
std::optional<Complex> ParseComplex(std::string_view text) {
  if (!text.ends_with('j') && !text.ends_with('J')) {
    const std::optional<double> real = ParseFloat(text);
    return real ? std::optional(Complex{*real, 0.0}) : std::nullopt;
  }
  text.remove_suffix(1);
  // The sign that starts the imaginary part is the last one that does not belong to an exponent.
  std::size_t split = 0;
  for (std::size_t i = text.size(); i-- > 1;) {
    const bool sign = text[i] == '+' || text[i] == '-';
    if (sign && text[i - 1] != 'e' && text[i - 1] != 'E') {
      split = i;
      break;
    }
  }
  std::string_view imag_text = text.substr(split);
  if (imag_text == "+" || imag_text == "-" || imag_text.empty()) {
    return std::nullopt;
  }
  const std::optional<double> imag = ParseFloat(imag_text);
  const std::optional<double> real = split == 0 ? 0.0 : ParseFloat(text.substr(0, split));
  if (!imag || !real) {
    return std::nullopt;
  }
  return Complex{*real, *imag};
}

std::optional<ScalarKind> FindScalar(std::string_view name) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(ScalarKind::kCount); ++i) {
    if (abi::kScalarInfos[i].text == name ||
        (!abi::kScalarInfos[i].npy.empty() && abi::kScalarInfos[i].npy == name)) {
      return static_cast<ScalarKind>(i);
    }
  }
  // Python's names and CUDA's.
  constexpr std::pair<std::string_view, ScalarKind> kOthers[] = {
      {"complex", ScalarKind::Complex128},  {"float", ScalarKind::Float64},
      {"int", ScalarKind::Int64},           {"fp8_e4m3", ScalarKind::Float8E4M3},
      {"fp8_e5m2", ScalarKind::Float8E5M2}, {"fp8_e8m0", ScalarKind::Float8E8M0}};
  for (const auto& [other, kind] : kOthers) {
    if (other == name) {
      return kind;
    }
  }
  return std::nullopt;
}

std::string ScalarNames() {
  std::string names;
  for (std::size_t i = 0; i < static_cast<std::size_t>(ScalarKind::kCount); ++i) {
    names += fmt::format("{}{}", names.empty() ? "" : " ", abi::kScalarInfos[i].text);
  }
  return names;
}

template <typename T>
void Put(std::byte* to, T value) {
  std::memcpy(to, &value, sizeof(T));
}

// Stores a float in the format of `kind`, a Float, Float8 or Complex kind.
void PutFloat(std::byte* to, ScalarKind kind, double real, double imag = 0.0) {
  switch (kind) {
    case ScalarKind::Float16:
      Put(to, FloatToHalf(static_cast<float>(real)));
      return;
    case ScalarKind::BFloat16:
      Put(to, FloatToBFloat16(static_cast<float>(real)));
      return;
    case ScalarKind::Float8E4M3:
    case ScalarKind::Float8E5M2:
    case ScalarKind::Float8E8M0:
      Put(to, FloatToFloat8(kind, real));
      return;
    case ScalarKind::Float32:
      Put(to, static_cast<float>(real));
      return;
    case ScalarKind::Float64:
      Put(to, real);
      return;
    case ScalarKind::Complex64:
      Put(to, static_cast<float>(real));
      Put(to + sizeof(float), static_cast<float>(imag));
      return;
    case ScalarKind::Complex128:
      Put(to, real);
      Put(to + sizeof(double), imag);
      return;
    case ScalarKind::Bool:
    case ScalarKind::Int8:
    case ScalarKind::Int16:
    case ScalarKind::Int32:
    case ScalarKind::Int64:
    case ScalarKind::UInt8:
    case ScalarKind::UInt16:
    case ScalarKind::UInt32:
    case ScalarKind::UInt64:
    case ScalarKind::kCount:
      break;
  }
  KC_FATAL("{} is no floating type", static_cast<int>(kind));
}

// Stores the low bytes of an integer: little-endian, as every machine that kernelc runs on.
void PutBits(std::byte* to, ScalarKind kind, std::uint64_t bits) {
  std::memcpy(to, &bits, abi::scalar_info(kind).size);
}

// The number in `text` as a value of `kind`, stored at `to`. False when it is no such number or
// does not fit.
bool PutText(std::byte* to, ScalarKind kind, std::string_view text) {
  const unsigned bits = abi::scalar_info(kind).size * 8;
  switch (abi::scalar_info(kind).cls) {
    case ScalarClass::Bool: {
      const std::optional<bool> value = ParseBool(text);
      PutBits(to, kind, value.value_or(false) ? 1 : 0);
      return value.has_value();
    }
    case ScalarClass::Signed: {
      const std::optional<std::int64_t> value = ParseNumber<std::int64_t>(text);
      const std::int64_t max = std::numeric_limits<std::int64_t>::max() >> (64 - bits);
      if (!value || *value > max || *value < -max - 1) {
        return false;
      }
      PutBits(to, kind, static_cast<std::uint64_t>(*value));
      return true;
    }
    case ScalarClass::Unsigned: {
      const std::optional<std::uint64_t> value = ParseNumber<std::uint64_t>(text);
      if (!value || *value > std::numeric_limits<std::uint64_t>::max() >> (64 - bits)) {
        return false;
      }
      PutBits(to, kind, *value);
      return true;
    }
    case ScalarClass::Float:
    case ScalarClass::Float8: {
      const std::optional<double> value = ParseFloat(text);
      PutFloat(to, kind, value.value_or(0.0));
      return value.has_value();
    }
    case ScalarClass::Complex: {
      const std::optional<Complex> value = ParseComplex(text);
      PutFloat(to, kind, value.value_or(Complex()).real, value.value_or(Complex()).imag);
      return value.has_value();
    }
  }
  KC_FATAL("scalar class");
}

ArgumentValue MakeScalar(ScalarKind kind) {
  ArgumentValue value;
  value.kind = ArgKind::Scalar;
  value.scalar.kind = kind;
  return value;
}

// A scalar without a named type: Python's own, as Numba types an argument at a launch.
Result<ParsedValue> ParseUntypedScalar(std::string_view text) {
  ParsedValue parsed;
  if (text == "none" || text == "None") {
    return parsed;
  }
  if (text == "true" || text == "false" || text == "True" || text == "False") {
    parsed.value = MakeScalar(ScalarKind::Bool);
    PutText(parsed.value.scalar.bytes, ScalarKind::Bool, text);
    return parsed;
  }
  const std::size_t sign = text.starts_with('-') ? 1 : 0;
  const bool is_integer = text.size() > sign && text.find_first_not_of("0123456789", sign) == text.npos;
  if (is_integer && !ParseNumber<std::int64_t>(text) && !ParseNumber<std::uint64_t>(text)) {
    return Failure{fmt::format("`{}` does not fit 64 bits; write `{}.0` for a float", text, text)};
  }
  for (const ScalarKind kind :
       {ScalarKind::Int64, ScalarKind::UInt64, ScalarKind::Float64, ScalarKind::Complex128}) {
    parsed.value = MakeScalar(kind);
    if (PutText(parsed.value.scalar.bytes, kind, text)) {
      return parsed;
    }
  }
  return Failure{fmt::format(
      "`{}` is no value: write a number (`7`, `2.5`, `1+2j`), `true`, `none`, a typed scalar (`float32:2.5`), an array "
      "(`zeros:float32:1024`, `@file.npy`), `like:NAME`, or the name of a number or enumeration member of the file",
      text)};
}

Result<Dims> ParseShape(std::string_view text, const ElementType& element) {
  Dims shape;
  auto bytes = static_cast<std::int64_t>(element.size());
  for (const std::string_view part : Split(text, 'x')) {
    const std::optional<std::int64_t> extent = ParseNumber<std::int64_t>(part);
    if (!extent || *extent < 0) {
      return Failure{fmt::format("`{}` is no shape: write extents like `1024` or `16x32`", text)};
    }
    if (*extent != 0 && bytes > kMaxMadeBytes / *extent) {
      return Failure{
          fmt::format("an array of shape `{}` is larger than the {} GiB that the command makes",
                      text, kMaxMadeBytes >> 30)};
    }
    bytes *= *extent;
    if (shape.size() == kMaxRank) {
      return Failure{fmt::format("shape `{}` has more than {} dimensions", text, kMaxRank)};
    }
    shape.push_back(*extent);
  }
  return shape;
}

void FillRandom(HostArray& array, std::uint64_t seed) {
  const ScalarKind kind = array.kind();
  const abi::ScalarInfo& info = abi::scalar_info(kind);
  const auto count = static_cast<std::uint64_t>(array.size());
  for (std::uint64_t i = 0; i < count; ++i) {
    std::byte* to = array.data() + i * info.size;
    // The top bits that the format holds, so that the result is below 1 in every format.
    const auto uniform = [&](std::uint64_t bits) {
      const int digits = kind == ScalarKind::Float16                                    ? 11
                         : kind == ScalarKind::BFloat16                                 ? 8
                         : info.cls == ScalarClass::Float8                              ? 3
                         : kind == ScalarKind::Float32 || kind == ScalarKind::Complex64 ? 24
                                                                                        : 53;
      return std::ldexp(static_cast<double>(bits >> (64 - digits)), -digits);
    };
    switch (info.cls) {
      case ScalarClass::Bool:
        PutBits(to, kind, RandomBits(seed, i) >> 63);
        break;
      case ScalarClass::Signed:
      case ScalarClass::Unsigned:
        PutBits(to, kind, RandomBits(seed, i) >> (64 - info.size * 8));
        break;
      case ScalarClass::Float:
      case ScalarClass::Float8:
        PutFloat(to, kind, uniform(RandomBits(seed, i)));
        break;
      case ScalarClass::Complex:
        PutFloat(to, kind, uniform(RandomBits(seed, 2 * i)), uniform(RandomBits(seed, 2 * i + 1)));
        break;
    }
  }
}

// 0, 1, 2, ... wrapping around in narrow integers.
void FillRange(HostArray& array) {
  const ScalarKind kind = array.kind();
  const abi::ScalarInfo& info = abi::scalar_info(kind);
  const auto count = static_cast<std::uint64_t>(array.size());
  for (std::uint64_t i = 0; i < count; ++i) {
    std::byte* to = array.data() + i * info.size;
    if (info.cls == ScalarClass::Float || info.cls == ScalarClass::Float8 ||
        info.cls == ScalarClass::Complex) {
      PutFloat(to, kind, static_cast<double>(i));
    } else {
      PutBits(to, kind, info.cls == ScalarClass::Bool ? (i != 0 ? 1 : 0) : i);
    }
  }
}

// Repeats the first element of `value` over the whole array.
bool FillText(HostArray& array, std::string_view text) {
  const std::size_t size = abi::scalar_info(array.kind()).size;
  std::byte element[16];
  if (!PutText(element, array.kind(), text)) {
    return false;
  }
  for (std::size_t at = 0; at < array.nbytes(); at += size) {
    std::memcpy(array.data() + at, element, size);
  }
  return true;
}

// `zeros:float32:4x4`, `full:float32:16:2.5`, `random:int32:100:7`.
Result<ParsedValue> ParseMadeArray(const std::vector<std::string_view>& parts,
                                   const FileNames& names) {
  const std::string_view maker = parts[0];
  const bool takes_more = maker == "full" || maker == "random";
  const std::size_t min_parts = maker == "full" ? 4 : 3;
  if (parts.size() < min_parts || parts.size() > (takes_more ? 4u : 3u)) {
    return Failure{
        fmt::format("`{}` is written `{}:DTYPE:SHAPE{}`, for example `{}:float32:1024x1024{}`",
                    fmt::join(parts, ":"), maker,
                    maker == "full"     ? ":VALUE"
                    : maker == "random" ? "[:SEED]"
                                        : "",
                    maker, maker == "full" ? ":3.5" : "")};
  }
  const std::optional<ScalarKind> kind = FindScalar(parts[1]);
  std::optional<ElementType> element = kind ? std::optional(ElementType(*kind)) : std::nullopt;
  if (!element && names.types) {
    element = names.types(parts[1]);
  }
  if (!element) {
    return Failure{fmt::format(
        "`{}` is no element type; there are {}, and the record types of the kernel's file",
        parts[1], ScalarNames())};
  }
  if (element->record && maker != "zeros" && maker != "empty") {
    return Failure{fmt::format("`{}` makes numbers, and `{}` is a record; write `zeros:{}:{}`, or "
                               "`@FILE.npy` with records that NumPy saved",
                               maker, parts[1], parts[1], parts[2])};
  }
  const Result<Dims> shape = ParseShape(parts[2], *element);
  if (!shape) {
    return shape.failure();
  }
  ParsedValue parsed;
  parsed.value.kind = ArgKind::Array;
  HostArray& array = parsed.value.array;
  array = HostArray(*element, *shape);
  if (maker == "ones") {
    FillText(array, "1");
  } else if (maker == "arange") {
    FillRange(array);
  } else if (maker == "full" && !FillText(array, parts[3])) {
    return Failure{fmt::format("`{}` is no {}", parts[3], parts[1])};
  } else if (maker == "random") {
    const std::optional<std::uint64_t> seed = parts.size() == 4 ? ParseNumber<std::uint64_t>(parts[3]) : 0;
    if (!seed) {
      return Failure{fmt::format("`{}` is no seed: write a non-negative integer", parts[3])};
    }
    FillRandom(array, *seed);
  }
  return parsed;
}

// `xoroshiro128p:1024:42`: states of random generators, one a thread.
Result<ParsedValue> ParseGenerators(const std::vector<std::string_view>& parts) {
  constexpr std::int64_t kMaxStates = std::int64_t{1} << 28;
  std::optional<std::int64_t> count;
  std::optional<std::uint64_t> seed = 0;
  std::optional<std::uint64_t> start = 0;
  if (parts.size() >= 2 && parts.size() <= 4) {
    count = ParseNumber<std::int64_t>(parts[1]);
    seed = parts.size() > 2 ? ParseNumber<std::uint64_t>(parts[2]) : 0;
    start = parts.size() > 3 ? ParseNumber<std::uint64_t>(parts[3]) : 0;
  }
  if (!count || *count < 0 || *count > kMaxStates || !seed || !start) {
    return Failure{fmt::format("`{}` is written `xoroshiro128p:N[:SEED[:START]]`, with up to {} "
                               "states, for example `xoroshiro128p:1024:42`",
                               fmt::join(parts, ":"), kMaxStates)};
  }
  ParsedValue parsed;
  parsed.value.kind = ArgKind::Array;
  parsed.value.array = MakeXoroshiro128pStates(*count, *seed, *start);
  return parsed;
}

Result<ParsedValue> ParseFile(std::string_view text) {
  const std::size_t colon = text.rfind(".npz:");
  const bool is_archive = colon != std::string_view::npos;
  if (!is_archive && text.ends_with(".npz")) {
    return Failure{
        fmt::format("`@{}` is an archive: name one of its arrays, as in `@{}:NAME`", text, text)};
  }
  ParsedValue parsed;
  parsed.value.kind = ArgKind::Array;
  parsed.value.array = is_archive
                           ? ReadNpz(std::string(text.substr(0, colon + 4)), text.substr(colon + 5))
                           : ReadNpy(std::string(text));
  if (parsed.value.array.record() && parsed.value.array.ndim() == 0) {
    parsed.value.kind = ArgKind::Record;
  }
  return parsed;
}

}  // namespace

std::uint64_t RandomBits(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = seed + (index + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

ArgumentValue ZerosLike(const ArgumentValue& model) {
  ArgumentValue value;
  value.kind = model.kind;
  value.scalar.kind = model.scalar.kind;
  if (model.kind == ArgKind::Array || model.kind == ArgKind::Record) {
    value.array = HostArray(model.array.element(), model.array.shape(), model.array.order());
  }
  for (const ArgumentValue& element : model.elements) {
    value.elements.push_back(ZerosLike(element));
  }
  value.tuple_class = model.tuple_class;
  value.field_names = model.field_names;
  value.time = model.time;
  return value;
}

// `record:particle`: one record of zeros, passed by its address.
Result<ParsedValue> ParseRecord(std::string_view name, const FileNames& names) {
  const std::optional<ElementType> element = names.types ? names.types(name) : std::nullopt;
  if (!element || !element->record) {
    return Failure{fmt::format("`{}` is no record type of the kernel's file", name)};
  }
  ParsedValue parsed;
  parsed.value.kind = ArgKind::Record;
  parsed.value.array = HostArray(*element, Dims());
  return parsed;
}

std::string_view Trimmed(std::string_view text) {
  while (text.starts_with(' ')) {
    text.remove_prefix(1);
  }
  while (text.ends_with(' ')) {
    text.remove_suffix(1);
  }
  return text;
}

// The parts of `(a, (b, c))` between commas that stand in no inner parentheses; null where these do
// not match.
std::optional<std::vector<std::string_view>> TupleTexts(std::string_view text) {
  constexpr int kMaxDepth = 20;
  std::vector<std::string_view> parts;
  std::size_t begin = 1;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    const bool ends = i + 1 == text.size();
    if (depth > kMaxDepth || (depth == 0) != ends) {
      return std::nullopt;
    }
    if ((depth == 1 && text[i] == ',') || ends) {
      parts.push_back(Trimmed(text.substr(begin, i - begin)));
      begin = i + 1;
    }
  }
  // `(1,)` and `()`
  if (parts.back().empty()) {
    parts.pop_back();
  }
  return parts;
}

Result<ParsedValue> ParseTuple(std::string_view text, const FileNames& names) {
  const std::optional<std::vector<std::string_view>> parts = TupleTexts(text);
  if (!parts) {
    return Failure{fmt::format("`{}` is no tuple: its parentheses do not match", text)};
  }
  ParsedValue parsed;
  parsed.value.kind = ArgKind::Tuple;
  for (const std::string_view part : *parts) {
    Result<ParsedValue> element = ParseArgumentValue(part, names);
    if (!element) {
      return element.failure();
    }
    if (!element->like.empty()) {
      return Failure{fmt::format("`{}` cannot stand in a tuple", part)};
    }
    parsed.value.elements.push_back(std::move(element->value));
  }
  return parsed;
}

// `Point(1, y=2.5)`; null where the text does not begin with the name of such a class.
std::optional<Result<ParsedValue>> ParseNamedTuple(std::string_view text, const FileNames& names) {
  const std::size_t open = text.find('(');
  const std::optional<sema::NamedOnCommandLine> cls =
      open == text.npos || !names.values ? std::nullopt : names.values(text.substr(0, open));
  if (!cls || cls->tuple_class.empty()) {
    return std::nullopt;
  }
  const std::optional<std::vector<std::string_view>> parts = TupleTexts(text.substr(open));
  if (!parts) {
    return Failure{fmt::format("`{}` is no tuple: its parentheses do not match", text)};
  }
  return NamedTupleOf(*cls, *parts, names);
}

Result<ParsedValue> ParseArgumentValue(std::string_view text, const FileNames& names) {
  if (text.starts_with('(')) {
    return ParseTuple(text, names);
  }
  if (text.starts_with('@')) {
    return ParseFile(text.substr(1));
  }
  if (IsTimeText(text)) {
    return ParseTimeValue(text);
  }
  if (std::optional<Result<ParsedValue>> tuple = ParseNamedTuple(text, names)) {
    return std::move(*tuple);
  }
  const std::vector<std::string_view> parts = Split(text, ':');
  if (parts.size() == 1) {
    Result<ParsedValue> scalar = ParseUntypedScalar(text);
    const std::optional<sema::NamedOnCommandLine> named =
        scalar || !names.values ? std::nullopt : names.values(text);
    // Color.RED, TILE
    return named && !named->number.empty() ? ParseArgumentValue(named->number) : std::move(scalar);
  }
  static constexpr std::string_view kMakers[] = {"zeros", "ones", "empty", "full", "arange", "random"};
  if (std::find(std::begin(kMakers), std::end(kMakers), parts[0]) != std::end(kMakers)) {
    return ParseMadeArray(parts, names);
  }
  if (parts[0] == "record" && parts.size() == 2) {
    return ParseRecord(parts[1], names);
  }
  if (parts[0] == "xoroshiro128p") {
    return ParseGenerators(parts);
  }
  if (parts[0] == "like") {
    ParsedValue parsed;
    parsed.like = parts[1];
    return parts.size() == 2 && !parts[1].empty()
               ? Result<ParsedValue>(std::move(parsed))
               : Failure{fmt::format(
                     "`{}` is written `like:NAME`, with the name of another argument", text)};
  }
  const std::optional<ScalarKind> kind = FindScalar(parts[0]);
  if (!kind) {
    return Failure{fmt::format(
        "`{}` is neither a scalar type ({}) nor one of zeros ones empty full arange random like record",
        parts[0], ScalarNames())};
  }
  ParsedValue parsed;
  parsed.value = MakeScalar(*kind);
  if (parts.size() != 2 || !PutText(parsed.value.scalar.bytes, *kind, parts[1])) {
    return Failure{fmt::format("`{}` is no {} value", text.substr(parts[0].size() + 1), parts[0])};
  }
  return parsed;
}

}  // namespace kernelc::driver
