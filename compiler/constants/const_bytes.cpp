#include "compiler/constants/const_numpy.h"

#include <cstring>

namespace kernelc::constants {
namespace {

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
      host::StoreNumber(array.element, bytes.data() + i * size,
                        array.at(static_cast<std::int64_t>(i)));
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
