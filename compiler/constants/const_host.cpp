#include "compiler/constants/const_host.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "compiler/constants/const_eval.h"
#include "compiler/constants/const_numpy.h"
#include "compiler/constants/const_platform.h"
#include "compiler/constants/fold.h"
#include "compiler/constants/paths.h"

namespace kernelc::constants {
namespace {

using abi::ScalarClass;
using abi::ScalarKind;

constexpr std::string_view kLower = "abcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kUpper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kPunctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

std::optional<Object> DivMod(const Object& left, const Object& right) {
  std::optional<Object> quotient = FoldObjects(ast::BinaryOperator::FloorDiv, left, right);
  std::optional<Object> rest = FoldObjects(ast::BinaryOperator::Mod, left, right);
  return quotient && rest ? std::optional(Object::Tuple({std::move(*quotient), std::move(*rest)}))
                          : std::nullopt;
}

// round(x): to even, an int.
std::optional<Object> Round(const Object& value) {
  if (value.is_int()) {
    return Object::Of(Number::Int(value.number.integer));
  }
  const double real = value.number.real;
  if (value.number.kind != NumberKind::Float || !(std::abs(real) < 9e15)) {
    return std::nullopt;
  }
  return Object::Of(Number::Int(Int128(std::llrint(real))));
}

// round(x, digits): of the decimal digits that the number has exactly.
std::optional<Object> RoundDigits(const Object& value, const Object& digits) {
  const bool fits = digits.is_int() && digits.number.integer >= 0 && digits.number.integer <= 30;
  if (!fits || value.number.kind != NumberKind::Float || !(std::abs(value.number.real) < 1e15)) {
    return std::nullopt;
  }
  // NumPy's scalars multiply, round and divide in their own precision.
  if (value.typed) {
    const double scale = std::pow(10.0, static_cast<double>(digits.number.integer));
    const double wide = std::nearbyint(value.number.real * scale) / scale;
    const auto narrow_scale = static_cast<float>(scale);
    const float narrow =
        std::nearbyint(static_cast<float>(value.number.real) * narrow_scale) / narrow_scale;
    return value.scalar == abi::ScalarKind::Float64   ? TypedNumber(Number::Float(wide), value.scalar)
           : value.scalar == abi::ScalarKind::Float32 ? TypedNumber(Number::Float(narrow), value.scalar)
                                                      : std::nullopt;
  }
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", static_cast<int>(digits.number.integer),
                value.number.real);
  return Object::Of(Number::Float(std::strtod(text, nullptr)));
}

// int("0x1f", 16), int("101", 2)
std::optional<Object> IntOfBase(const Object& text, const Object& base) {
  if (text.kind != ObjectKind::Str || !base.is_int() || base.number.integer < 2 ||
      base.number.integer > 36) {
    return std::nullopt;
  }
  const auto radix = static_cast<int>(base.number.integer);
  std::string_view digits = text.text;
  const std::string_view prefix = radix == 16 ? "0x" : radix == 8 ? "0o" : radix == 2 ? "0b" : "";
  if (!prefix.empty() && digits.starts_with(prefix)) {
    digits.remove_prefix(prefix.size());
  }
  std::int64_t value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, radix);
  return error == std::errc() && end == digits.data() + digits.size() && !digits.starts_with('-')
             ? std::optional(Object::Of(Number::Int(value)))
             : std::nullopt;
}

std::optional<Object> Sorted(const Object& sequence) {
  std::optional<std::vector<Object>> items = ObjectElements(sequence);
  // How Python sorts what is no number depends on its way of sorting.
  const auto comparable = [](const Object& object) {
    return object.is_number() && object.number.kind != NumberKind::Complex &&
           !std::isnan(object.number.as_double());
  };
  if (!items || !std::ranges::all_of(*items, comparable)) {
    return std::nullopt;
  }
  std::ranges::stable_sort(*items, [](const Object& a, const Object& b) {
    return FoldCompare(ast::CompareOperator::Lt, a.number, b.number).value_or(false);
  });
  return Object::List(std::move(*items));
}

// all(sequence), any(sequence)
std::optional<Object> AllOrAny(bool is_all, const Object& sequence) {
  const std::optional<std::vector<Object>> items = ObjectElements(sequence);
  if (!items) {
    return std::nullopt;
  }
  for (const Object& item : *items) {
    const std::optional<bool> truth = ObjectTruth(item);
    if (!truth || *truth != is_all) {
      return truth ? std::optional(Object::Of(Number::Bool(!is_all))) : std::nullopt;
    }
  }
  return Object::Of(Number::Bool(is_all));
}

// The places of small integers in CPython's table of a set, in the order in which they are put there.
class SetTable {
 public:
  void Add(std::size_t index, Int128 number) {
    Put(index, Hash(number));
    if (++used_ * 5 >= (slots_.size() - 1) * 3) {
      std::size_t size = 8;
      while (size <= used_ * 4) {
        size *= 2;
      }
      const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(size));
      for (const Slot& slot : old) {
        if (slot.is_taken) {
          Put(slot.index, slot.hash);
        }
      }
    }
  }
  std::vector<std::size_t> Order() const {
    std::vector<std::size_t> order;
    for (const Slot& slot : slots_) {
      if (slot.is_taken) {
        order.push_back(slot.index);
      }
    }
    return order;
  }

 private:
  struct Slot {
    std::size_t index = 0;
    std::uint64_t hash = 0;
    bool is_taken = false;
  };

  static std::uint64_t Hash(Int128 number) {
    const auto small = static_cast<std::int64_t>(number);
    return static_cast<std::uint64_t>(small == -1 ? -2 : small);
  }
  void Put(std::size_t index, std::uint64_t hash) {
    constexpr std::uint64_t kNeighbours = 9;
    const std::uint64_t mask = slots_.size() - 1;
    std::uint64_t perturb = hash;
    for (std::uint64_t at = hash & mask;; at = (at * 5 + 1 + perturb) & mask) {
      const std::uint64_t last = at + kNeighbours <= mask ? at + kNeighbours : at;
      for (std::uint64_t place = at; place <= last; ++place) {
        if (!slots_[place].is_taken) {
          slots_[place] = {index, hash, true};
          return;
        }
      }
      perturb >>= 5;
    }
  }

  std::vector<Slot> slots_ = std::vector<Slot>(8);
  std::size_t used_ = 0;
};

// The different elements: integers in the order in which CPython gives them, others as they come.
std::optional<Object> SetOf(const Object& sequence) {
  const std::optional<std::vector<Object>> items = ObjectElements(sequence);
  if (!items || items->size() > 1000 || !std::ranges::all_of(*items, IsHashable)) {
    return std::nullopt;
  }
  std::vector<Object> different;
  for (const Object& item : *items) {
    bool is_new = true;
    for (const Object& other : different) {
      const std::optional<bool> same = SameValue(item, other);
      if (!same) {
        return std::nullopt;
      }
      is_new = is_new && !*same;
    }
    if (is_new) {
      different.push_back(item);
    }
  }
  const auto is_small = [](const Object& object) {
    return object.is_int() && object.number.integer < Int128(1) << 60 &&
           object.number.integer > -(Int128(1) << 60);
  };
  if (std::ranges::all_of(different, is_small)) {
    SetTable table;
    for (std::size_t i = 0; i < different.size(); ++i) {
      table.Add(i, different[i].number.integer);
    }
    std::vector<Object> ordered;
    for (const std::size_t index : table.Order()) {
      ordered.push_back(std::move(different[index]));
    }
    different = std::move(ordered);
  }
  Object set = Object::List(std::move(different));
  set.flavor = Flavor::Set;
  return set;
}

// How itertools picks places of a pool.
enum class Picks : std::uint8_t { Product, Permutations, Combinations };

bool MayPick(Picks how, const std::vector<std::size_t>& picked, std::size_t next) {
  switch (how) {
    case Picks::Product:
      return true;
    case Picks::Permutations:
      return std::ranges::find(picked, next) == picked.end();
    case Picks::Combinations:
      return picked.empty() || next > picked.back();
  }
  return true;
}

// The tuples of one element of each pool, in the order of itertools.
std::optional<Object> PickTuples(Picks how, const std::vector<std::vector<Object>>& pools) {
  std::vector<std::vector<std::size_t>> rows{{}};
  for (const std::vector<Object>& pool : pools) {
    std::vector<std::vector<std::size_t>> longer;
    for (const std::vector<std::size_t>& row : rows) {
      for (std::size_t i = 0; i < pool.size(); ++i) {
        if (MayPick(how, row, i)) {
          longer.push_back(row);
          longer.back().push_back(i);
        }
      }
      if (longer.size() * pools.size() > kMaxConstantParts) {
        return std::nullopt;
      }
    }
    rows = std::move(longer);
  }
  std::vector<Object> tuples;
  for (const std::vector<std::size_t>& row : rows) {
    std::vector<Object> elements;
    for (std::size_t i = 0; i < row.size(); ++i) {
      elements.push_back(pools[i][row[i]]);
    }
    tuples.push_back(Object::Tuple(std::move(elements)));
  }
  return Object::List(std::move(tuples));
}

std::optional<Object> IterTools(std::string_view name, const std::vector<Object>& arguments) {
  std::vector<std::vector<Object>> pools;
  if (name == "product") {
    for (const Object& argument : arguments) {
      std::optional<std::vector<Object>> pool = ObjectElements(argument);
      if (!pool) {
        return std::nullopt;
      }
      pools.push_back(std::move(*pool));
    }
    return PickTuples(Picks::Product, pools);
  }
  const bool is_permutation = name == "permutations";
  if (arguments.empty() || arguments.size() > 2 || (!is_permutation && name != "combinations")) {
    return std::nullopt;
  }
  const std::optional<std::vector<Object>> pool = ObjectElements(arguments[0]);
  const bool has_count = arguments.size() == 2 && arguments[1].is_int() &&
                         arguments[1].number.integer >= 0 && arguments[1].number.integer < 64;
  if (!pool || pool->size() > 64 || (arguments.size() == 2 && !has_count) ||
      (arguments.size() == 1 && !is_permutation)) {
    return std::nullopt;
  }
  const std::size_t count =
      has_count ? static_cast<std::size_t>(arguments[1].number.integer) : pool->size();
  pools.assign(count, *pool);
  return PickTuples(is_permutation ? Picks::Permutations : Picks::Combinations, pools);
}

// One element of `size` bytes, little-endian.
std::optional<Number> NumberOfBytes(const char* bytes, ScalarKind kind) {
  const abi::ScalarInfo& info = abi::scalar_info(kind);
  if (info.cls == ScalarClass::Complex) {
    const ScalarKind part = info.size == 8 ? ScalarKind::Float32 : ScalarKind::Float64;
    return Number::Complex(NumberOfBytes(bytes, part)->real,
                           NumberOfBytes(bytes + info.size / 2, part)->real);
  }
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes, info.size);
  switch (info.cls) {
    case ScalarClass::Bool:
      return Number::Bool(bits != 0);
    case ScalarClass::Unsigned:
      return Number::Int(Int128(bits));
    case ScalarClass::Signed: {
      const unsigned unused = 64 - info.size * 8;
      return Number::Int(Int128(static_cast<std::int64_t>(bits << unused) >> unused));
    }
    case ScalarClass::Float: {
      double value = 0.0;
      float narrow = 0.0F;
      _Float16 half = 0;
      std::memcpy(&value, &bits, sizeof value);
      std::memcpy(&narrow, &bits, sizeof narrow);
      std::memcpy(&half, &bits, sizeof half);
      return info.size == 8                ? std::optional(Number::Float(value))
             : info.size == 4              ? std::optional(Number::Float(double{narrow}))
             : kind == ScalarKind::Float16 ? std::optional(Number::Float(static_cast<double>(half)))
                                           : std::nullopt;
    }
    case ScalarClass::Float8:
    case ScalarClass::Complex:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

bool IsAscii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 128; });
}

bool IsHostModule(std::string_view dotted) {
  static constexpr std::string_view kModules[] = {
      "argparse", "collections", "dataclasses", "enum",   "functools", "itertools", "os",
      "os.path",  "pathlib",     "string",      "sys",    "types",     "typing",
  };
  return std::ranges::find(kModules, dotted) != std::end(kModules);
}

std::optional<Object> FindHostText(std::string_view path) {
  if (std::optional<Object> value = FindPlatformValue(path)) {
    return value;
  }
  constexpr std::string_view kModule = ".string.";
  if (!path.starts_with(kModule)) {
    return std::nullopt;
  }
  const std::string_view name = path.substr(kModule.size());
  const std::string lower(kLower);
  const std::string upper(kUpper);
  const std::string digits(kDigits);
  if (name == "ascii_lowercase") {
    return Object::Str(lower);
  }
  if (name == "ascii_uppercase") {
    return Object::Str(upper);
  }
  if (name == "ascii_letters") {
    return Object::Str(lower + upper);
  }
  if (name == "digits") {
    return Object::Str(digits);
  }
  if (name == "hexdigits") {
    return Object::Str(digits + "abcdefABCDEF");
  }
  if (name == "octdigits") {
    return Object::Str(digits.substr(0, 8));
  }
  if (name == "punctuation") {
    return Object::Str(kPunctuation);
  }
  if (name == "printable") {
    return Object::Str(digits + lower + upper + std::string(kPunctuation) + " \t\n\r\x0b\x0c");
  }
  return name == "whitespace" ? std::optional(Object::Str(" \t\n\r\x0b\x0c")) : std::nullopt;
}

bool IsHostBuiltin(std::string_view name) {
  static constexpr std::string_view kNames[] = {"all", "any", "divmod", "set", "sorted"};
  return std::ranges::find(kNames, name) != std::end(kNames);
}

std::optional<Object> HostCall(std::string_view path, const std::vector<Object>& arguments) {
  if (std::optional<Object> value = PlatformCall(path, arguments)) {
    return value;
  }
  if (path == ".pytest.importorskip" && !arguments.empty() && arguments.front().kind == ObjectKind::Str) {
    return Object::External(index::CanonicalModule(arguments.front().text));
  }
  constexpr std::string_view kIterTools = ".itertools.";
  if (path.starts_with(kIterTools)) {
    return IterTools(path.substr(kIterTools.size()), arguments);
  }
  if (arguments.size() == 2 && path == "divmod") {
    return DivMod(arguments[0], arguments[1]);
  }
  if (arguments.size() == 2 && path == "int") {
    return IntOfBase(arguments[0], arguments[1]);
  }
  if (arguments.size() == 2 && path == "round" && arguments[0].is_number()) {
    return RoundDigits(arguments[0], arguments[1]);
  }
  if (arguments.size() == 1 && path == "round" && arguments[0].is_number()) {
    return Round(arguments[0]);
  }
  if (arguments.size() == 1 && (path == "all" || path == "any")) {
    return AllOrAny(path == "all", arguments[0]);
  }
  if (arguments.size() == 1 && path == "set") {
    return SetOf(arguments[0]);
  }
  return arguments.size() == 1 && path == "sorted" ? Sorted(arguments[0]) : std::nullopt;
}

std::optional<Object> ArrayFromBytes(const Object& bytes, ScalarKind kind) {
  const std::size_t size = abi::scalar_info(kind).size;
  if (bytes.kind != ObjectKind::Str || !bytes.is_bytes || size > 16 ||
      bytes.text.size() % size != 0) {
    return std::nullopt;
  }
  ConstArray array;
  array.element = kind;
  array.shape = {static_cast<std::int64_t>(bytes.text.size() / size)};
  for (std::size_t at = 0; at < bytes.text.size(); at += size) {
    const std::optional<Number> number = NumberOfBytes(bytes.text.data() + at, kind);
    if (!number) {
      return std::nullopt;
    }
    array.values.push_back(*number);
  }
  return ArrayObject(std::move(array));
}

}  // namespace kernelc::constants
