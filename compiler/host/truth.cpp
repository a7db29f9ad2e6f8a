// Truth and hashes.
#include <fmt/format.h>

#include <cmath>

#include "compiler/host/array.h"
#include "compiler/host/integer.h"

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
  switch (value.tag) {
    case Tag::Undefined:
    case Tag::None:
      return false;
    case Tag::Bool:
    case Tag::Int:
      return value.integer != 0;
    case Tag::Float:
      return value.real != 0;
    case Tag::Ellipsis:
    case Tag::NotImplemented:
      return true;
    case Tag::Unknown:
      GiveUp(c, value.why->reason);
    case Tag::Object:
      break;
  }
  Object* cls = ClassOf(c, value);
  for (const std::string_view name : {"__bool__", "__len__"}) {
    const Value method = FindOwn(c, cls, name);
    if (!method.is_undefined()) {
      return Truth(c, Call(c, Bind(c, method, value, cls), {}));
    }
  }
  const Value plain = PlainNumber(value);
  if (!plain.is_object()) {
    return Truth(c, plain);
  }
  const Object& object = *plain.object;
  if (IsNumpy(plain)) {
    return ArrayTruth(c, plain);
  }
  switch (object.kind) {
    case Kind::BigInt:
      return true;
    case Kind::Complex:
      return object.As<ComplexNumber>().real != 0 || object.As<ComplexNumber>().imag != 0;
    case Kind::Str:
    case Kind::Bytes:
      return !object.text.empty();
    case Kind::Tuple:
    case Kind::List:
    case Kind::Dict:
    case Kind::Set:
    case Kind::FrozenSet:
    case Kind::ByteArray:
    case Kind::Range:
    case Kind::DictView:
      return Length(c, plain) != 0;
    case Kind::External:
      if (object.text.find("config.") != std::string::npos) {
        GiveUp(c, "depends on Numba's settings");
      }
      return true;
    case Kind::Slice:
    case Kind::DType:
    case Kind::Scalar:
    case Kind::Array:
    case Kind::Storage:
    case Kind::Function:
    case Kind::Method:
    case Kind::Native:
    case Kind::Kernel:
    case Kind::StaticMethod:
    case Kind::ClassMethod:
    case Kind::Property:
    case Kind::Super:
    case Kind::Class:
    case Kind::Instance:
    case Kind::Module:
    case Kind::Frame:
    case Kind::Iterator:
    case Kind::Generator:
      return true;
  }
  return true;
}

std::uint64_t HashOf(Context& c, const Value& value) {
  constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15;
  const auto of_double = [](double real) {
    const bool is_whole = std::fabs(real) < 9e18 && real == std::floor(real);
    return is_whole ? static_cast<std::uint64_t>(static_cast<std::int64_t>(real)) * kMix
                    : Table::HashName(FloatText(real));
  };
  switch (value.tag) {
    case Tag::Bool:
    case Tag::Int:
      return static_cast<std::uint64_t>(value.integer) * kMix;
    case Tag::Float:
      if (std::isnan(value.real)) {
        GiveUp(c, "is the hash of a NaN");
      }
      return of_double(value.real);
    case Tag::Undefined:
    case Tag::None:
    case Tag::Ellipsis:
    case Tag::NotImplemented:
      return static_cast<std::uint64_t>(value.tag) * kMix;
    case Tag::Unknown:
      GiveUp(c, value.why->reason);
    case Tag::Object:
      break;
  }
  const Value plain = PlainNumber(value);
  if (!plain.is_object()) {
    return HashOf(c, plain);
  }
  const Object& object = *value.object;
  Object* cls = ClassOf(c, value);
  const Value own = FindOwn(c, cls, "__hash__");
  if (own.is_undefined() && object.kind == Kind::Instance &&
      FindOwn(c, cls, "__eq__").is_undefined()) {
    return reinterpret_cast<std::uintptr_t>(&object) * kMix;
  }
  if (!own.is_undefined() && !own.is_none()) {
    return HashOf(c, Call(c, Bind(c, own, value, cls), {}));
  }
  switch (object.kind) {
    case Kind::Str:
    case Kind::Bytes:
      return Table::HashName(object.text);
    case Kind::BigInt:
      return Table::HashName(IntegerText(value));
    case Kind::Complex:
      return object.As<ComplexNumber>().imag == 0
                 ? of_double(object.As<ComplexNumber>().real)
                 : Table::HashName(FloatText(object.As<ComplexNumber>().real));
    case Kind::Tuple: {
      std::uint64_t hash = kMix;
      for (const Value& item : object.state.items) {
        hash = (hash ^ HashOf(c, item)) * kMix + 1;
      }
      return hash;
    }
    case Kind::FrozenSet: {
      std::uint64_t hash = 0;
      for (const Entry& entry : KnownKeys(c, value.object).entries()) {
        hash += entry.key.is_undefined() ? 0 : entry.hash * entry.hash;
      }
      return hash;
    }
    case Kind::Scalar:
      return HashOf(c, ScalarNumber(c, value));
    case Kind::External:
      return Table::HashName(object.text);
    case Kind::DType:
      GiveUp(c, "is the hash of a dtype");
    case Kind::Method:
      return HashOf(c, object.state.items[1]);
    case Kind::List:
    case Kind::Dict:
    case Kind::Set:
    case Kind::ByteArray:
    case Kind::Array:
    case Kind::Slice:
      break;
    case Kind::Instance:
      if (own.is_undefined()) {
        break;
      }
      break;
    case Kind::Range:
    case Kind::Storage:
    case Kind::Function:
    case Kind::Native:
    case Kind::Kernel:
    case Kind::StaticMethod:
    case Kind::ClassMethod:
    case Kind::Property:
    case Kind::Super:
    case Kind::Class:
    case Kind::Module:
    case Kind::Frame:
    case Kind::Iterator:
    case Kind::Generator:
    case Kind::DictView:
      return reinterpret_cast<std::uintptr_t>(&object) * kMix;
  }
  RaiseError(c, "TypeError", fmt::format("unhashable type: '{}'", cls->text));
}

Entry* FindKey(Context& c, Table& table, const Value& key, std::optional<std::uint64_t> given) {
  const std::uint64_t hash = given ? *given : HashOf(c, key);
  if (table.is_uncertain) {
    // A key that is not known may be this one.
    for (const Entry& entry : table.entries()) {
      if (entry.key.is_unknown()) {
        GiveUp(c, "depends on something that is not known");
      }
    }
  }
  return table.Find(hash, [&](const Entry& entry) {
    return IsSame(entry.key, key) || (entry.key.is(Kind::Str) && key.is(Kind::Str)
                                          ? entry.key.object->text == key.object->text
                                          : IsEqual(c, entry.key, key));
  });
}

}  // namespace kernelc::host
