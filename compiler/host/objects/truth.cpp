// Truth and hashes.
#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>

#include <algorithm>
#include <cmath>

#include "compiler/host/arrays/array.h"
#include "compiler/host/interpreter/numba_types.h"
#include "compiler/host/objects/integer.h"

namespace kernelc::host {

Truthiness TruthOf(Context& c, const Value& value) {
  try {
    return Truth(c, value) ? Truthiness::True : Truthiness::False;
  } catch (const GivenUp&) {
    c.heap.Escape(value, c.where);
    MayRaise(c);
    return Truthiness::Unknown;
  }
}

bool Truth(Context& c, const Value& value) {
  CheckKnown(c, value);
  if (!value.is_object()) {
    return value.is_small_int() ? value.integer != 0
           : value.is_float()   ? value.real != 0
                                : value.tag == Tag::Ellipsis || value.tag == Tag::NotImplemented;
  }
  if (const Value own = CallOwn(c, value, "__bool__", {}); !own.is_undefined()) {
    CheckKnown(c, own);
    RaiseIf(c, !own.is_bool(), "TypeError", "__bool__ should return bool");
    return own.as_bool();
  }
  if (!FindOwn(c, ClassOf(c, value), "__len__").is_undefined()) {
    return Length(c, value) != 0;
  }
  const Value plain = PlainNumber(value);
  if (!plain.is_object()) {
    return Truth(c, plain);
  }
  const Object& object = *plain.object;
  if (IsNumpy(plain)) {
    return ArrayTruth(c, plain);
  }
  constexpr Kind kSized[] = {Kind::Tuple,     Kind::List,  Kind::Dict,      Kind::Set,
                             Kind::ByteArray, Kind::Range, Kind::FrozenSet, Kind::DictView};
  if (llvm::is_contained(kSized, object.kind)) {
    return Length(c, plain) != 0;
  }
  if (object.kind == Kind::Str || object.kind == Kind::Bytes) {
    return !object.text.empty();
  }
  if (object.kind == Kind::Complex) {
    return object.As<ComplexNumber>().real != 0 || object.As<ComplexNumber>().imag != 0;
  }
  GiveUpIf(c, object.kind == Kind::External && c.is_expression && object.payload == nullptr,
           "may be something of a running thread");
  GiveUpIf(c,
           object.kind == Kind::External && object.text.find("config.") != std::string_view::npos,
           "depends on Numba's settings");
  return true;
}

namespace {

constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15;

std::uint64_t HashOfDouble(double real) {
  const bool is_whole = std::fabs(real) < 9e18 && real == std::floor(real);
  return is_whole ? static_cast<std::uint64_t>(static_cast<std::int64_t>(real)) * kMix
                  : Table::HashName(FloatText(real));
}

// Of an object without a `__hash__` of its own.
std::uint64_t HashOfContents(Context& c, const Value& value) {
  const Object& object = *value.object;
  constexpr Kind kUnhashable[] = {Kind::List,      Kind::Dict,  Kind::Set,
                                  Kind::ByteArray, Kind::Array, Kind::Instance};
  const Kind kind = object.kind;
  if (kind == Kind::Str || kind == Kind::Bytes) {
    return Table::HashName(object.text);
  }
  if (kind == Kind::External) {
    return Table::HashName(ExternalName(object));
  }
  if (kind == Kind::BigInt) {
    return Table::HashName(IntegerText(value));
  }
  if (kind == Kind::Complex) {
    const ComplexNumber& number = object.As<ComplexNumber>();
    return number.imag == 0 ? HashOfDouble(number.real) : Table::HashName(FloatText(number.real));
  }
  if (kind == Kind::Tuple) {
    std::uint64_t hash = kMix;
    for (const Value& item : object.state.items) {
      hash = (hash ^ HashOf(c, item)) * kMix + 1;
    }
    return hash;
  }
  if (kind == Kind::FrozenSet) {
    std::uint64_t hash = 0;
    for (const Entry& entry : KnownKeys(c, value.object).entries()) {
      hash += entry.key.is_undefined() ? 0 : entry.hash * entry.hash;
    }
    return hash;
  }
  if (kind == Kind::Scalar) {
    return HashOf(c, ScalarNumber(c, value));
  }
  if (kind == Kind::Method) {
    return HashOf(c, object.state.items[1]);
  }
  // Slices have hashes since Python 3.12; views of keys have none, those of values do.
  GiveUpIf(c, kind == Kind::DType || kind == Kind::Slice || kind == Kind::DictView,
           "is a hash that is not followed");
  RaiseIf(c, llvm::is_contained(kUnhashable, kind), "TypeError", "has no hash");
  return reinterpret_cast<std::uintptr_t>(&object) * kMix;
}

}  // namespace

std::uint64_t HashOf(Context& c, const Value& value) {
  CheckKnown(c, value);
  if (value.is_float()) {
    GiveUpIf(c, std::isnan(value.real), "is the hash of a NaN");
    return HashOfDouble(value.real);
  }
  if (!value.is_object()) {
    return static_cast<std::uint64_t>(value.is_small_int() ? value.integer
                                                           : static_cast<std::int64_t>(value.tag)) *
           kMix;
  }
  const Object& object = *value.object;
  Object* cls = ClassOf(c, value);
  const Value own = FindOwn(c, cls, "__hash__");
  if (const Value plain = PlainNumber(value); own.is_undefined() && !plain.is_object()) {
    return HashOf(c, plain);
  }
  if (own.is_undefined() && object.kind == Kind::Instance &&
      FindOwn(c, cls, "__eq__").is_undefined()) {
    return reinterpret_cast<std::uintptr_t>(&object) * kMix;
  }
  if (own.is_undefined() || own.is_none()) {
    return HashOfContents(c, value);
  }
  const Value hash = CallOwn(c, value, "__hash__", {});
  // What hash() gives of a text, say, is the hash of that text.
  std::uint64_t number = 0;
  const bool is_of_other =
      hash.is(Kind::External) && llvm::StringRef(hash.text()).starts_with(kHashOf) &&
      !llvm::StringRef(hash.text()).drop_front(kHashOf.size()).getAsInteger(10, number);
  return is_of_other ? number : HashOf(c, hash);
}

Entry* FindKey(Context& c, Table& table, const Value& key, std::optional<std::uint64_t> given) {
  const std::uint64_t hash = given ? *given : HashOf(c, key);
  if (table.is_uncertain) {
    // A key that is not known may be this one.
    for (const Entry& entry : table.entries()) {
      GiveUpIf(c, entry.key.is_unknown(), "depends on something that is not known");
    }
  }
  return table.Find(hash, [&](const Entry& entry) {
    return IsSame(entry.key, key) ||
           (entry.key.is(Kind::Str) && key.is(Kind::Str) ? entry.key.text() == key.text()
                                                         : IsEqual(c, entry.key, key));
  });
}

}  // namespace kernelc::host
