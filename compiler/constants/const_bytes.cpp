#include "compiler/constants/const_numpy.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "compiler/base/check.h"
#include "compiler/constants/fold.h"

namespace kernelc::constants {
namespace {

template <typename T>
void Put(char* to, T value) {
  static_assert(std::endian::native == std::endian::little);
  std::memcpy(to, &value, sizeof value);
}

void PutFloat(char* to, double value, abi::ScalarKind kind) {
  if (abi::scalar_info(kind).size == 8) {
    Put(to, value);
  } else if (kind == abi::ScalarKind::Float16) {
    Put(to, static_cast<_Float16>(value));
  } else if (kind == abi::ScalarKind::BFloat16) {
    const auto single = static_cast<float>(RoundFloat(value, kind));
    Put(to, static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(single) >> 16));
  } else {
    Put(to, static_cast<float>(value));
  }
}

// `number` is a value of the type.
void PutNumber(char* to, const Number& number, abi::ScalarKind kind) {
  const abi::ScalarInfo& info = abi::scalar_info(kind);
  switch (info.cls) {
    case abi::ScalarClass::Bool:
      Put(to, static_cast<char>(number.truth() ? 1 : 0));
      return;
    case abi::ScalarClass::Signed:
    case abi::ScalarClass::Unsigned: {
      const auto bits = static_cast<std::uint64_t>(number.integer);
      std::memcpy(to, &bits, info.size);
      return;
    }
    case abi::ScalarClass::Float:
      PutFloat(to, number.as_double(), kind);
      return;
    case abi::ScalarClass::Float8:
      KC_FATAL("constants have no 8-bit floats");
    case abi::ScalarClass::Complex: {
      const abi::ScalarKind part =
          info.size == 16 ? abi::ScalarKind::Float64 : abi::ScalarKind::Float32;
      PutFloat(to, number.as_double(), part);
      PutFloat(to + info.size / 2, number.imag, part);
      return;
    }
  }
}

// The bytes of elements in C order put into Fortran order.
std::string ToFortran(const ConstArray& array, const std::string& bytes) {
  const std::size_t size = ElementBytes(array);
  std::vector<std::int64_t> index(array.shape.size(), 0);
  std::string result(bytes.size(), '\0');
  for (std::int64_t to = 0; to < array.size(); ++to) {
    std::int64_t from = 0;
    for (std::size_t i = 0; i < index.size(); ++i) {
      from = from * array.shape[i] + index[i];
    }
    std::memcpy(result.data() + static_cast<std::size_t>(to) * size,
                bytes.data() + static_cast<std::size_t>(from) * size, size);
    for (std::size_t i = 0; i < index.size() && ++index[i] == array.shape[i]; ++i) {
      index[i] = 0;
    }
  }
  return result;
}

}  // namespace

std::uint32_t ElementBytes(const ConstArray& array) {
  return array.record ? array.record->size : abi::scalar_info(array.element).size;
}

std::string ArrayBytes(const ConstArray& array) {
  const std::size_t size = ElementBytes(array);
  const auto count = static_cast<std::size_t>(array.size());
  std::string bytes(size * count, '\0');
  if (array.record) {
    bytes = array.records;
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      PutNumber(bytes.data() + i * size, array.at(static_cast<std::int64_t>(i)), array.element);
    }
  }
  return array.fortran ? ToFortran(array, bytes) : bytes;
}

std::int64_t ConstantTime(const ConstArray& array) {
  std::int64_t count = 0;
  std::memcpy(&count, array.records.data(), sizeof(count));
  return count;
}

}  // namespace kernelc::constants
