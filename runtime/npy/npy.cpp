// The .npy format: a magic number, a version, a header that is a Python dictionary, and the
// elements.
#include "kernelc/npy.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "runtime/backend/file.h"
#include "runtime/backend/status.h"
#include "runtime/backend/text.h"
#include "runtime/npy/descr.h"
#include "runtime/npy/header.h"

namespace kernelc {
namespace {

using backend::Concat;
using npy::Header;

constexpr std::size_t kMagicSize = 6;
constexpr char kMagic[kMagicSize + 1] = "\x93NUMPY";
// NumPy pads headers to this, so that mapped elements are aligned.
constexpr std::size_t kHeaderAlignment = 64;

[[noreturn]] void ThrowFormat(std::string_view name, std::string message) {
  backend::ThrowError(ErrorCode::FileFormat, "read npy", std::string(name), std::move(message));
}

std::uint64_t LittleEndian(std::span<const std::byte> bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) {
    value = value << 8 | std::to_integer<std::uint64_t>(bytes[i]);
  }
  return value;
}

// The header's text; `*data` becomes what follows it.
std::string_view HeaderText(std::span<const std::byte> bytes, std::string_view name,
                            std::span<const std::byte>* data) {
  if (bytes.empty()) {
    ThrowFormat(name, "the file is empty");
  }
  if (std::memcmp(bytes.data(), kMagic, std::min(bytes.size(), kMagicSize)) != 0) {
    ThrowFormat(name, "this is not an npy file: the magic number is missing");
  }
  if (bytes.size() < kMagicSize + 4) {
    ThrowFormat(name, "the file is truncated: it ends before the header");
  }
  const int major = std::to_integer<int>(bytes[kMagicSize]);
  const int minor = std::to_integer<int>(bytes[kMagicSize + 1]);
  if (major < 1 || major > 3 || minor != 0) {
    ThrowFormat(name, Concat("format version ", major, '.', minor, " is not known"));
  }
  const std::size_t length_size = major == 1 ? 2 : 4;
  const std::size_t start = kMagicSize + 2 + length_size;
  if (bytes.size() < start) {
    ThrowFormat(name, "the file is truncated: it ends inside the header's length");
  }
  const std::uint64_t length = LittleEndian(bytes.subspan(kMagicSize + 2, length_size));
  if (length > bytes.size() - start) {
    ThrowFormat(name, Concat("the file is truncated: the header should have ", length,
                             " bytes, the file has ", bytes.size() - start, " more"));
  }
  *data = bytes.subspan(start + static_cast<std::size_t>(length));
  return {reinterpret_cast<const char*>(bytes.data()) + start, static_cast<std::size_t>(length)};
}

}  // namespace

HostArray ParseNpy(std::span<const std::byte> bytes, std::string_view name) {
  std::span<const std::byte> data;
  const Header header = npy::ParseHeader(HeaderText(bytes, name, &data), name);
  // Checked before anything is allocated: the header may lie.
  std::uint64_t needed = header.element.size();
  bool too_large = false;
  for (const std::int64_t extent : header.shape) {
    too_large |= __builtin_mul_overflow(needed, static_cast<std::uint64_t>(extent), &needed);
  }
  const bool empty = std::find(header.shape.begin(), header.shape.end(), 0) != header.shape.end();
  if (!empty && (too_large || needed > data.size())) {
    ThrowFormat(name, Concat("the file is truncated: shape ", ToString(header.shape), " of ",
                             ToString(header.element), " needs ",
                             too_large ? std::string("more than 2^64") : std::to_string(needed),
                             " bytes, the file has ", data.size()));
  }
  HostArray array(header.element, header.shape, header.order);
  // memcpy's source must not be null even for no bytes.
  if (array.nbytes() != 0) {
    std::memcpy(array.data(), data.data(), array.nbytes());
  }
  npy::Apply(header.repairs, array.element_size(), {array.data(), array.nbytes()});
  return array;
}

HostArray ReadNpy(const std::string& path) {
  return ParseNpy(backend::ReadFile("read", path), path);
}

namespace npy {

std::vector<std::byte> FormatHeader(const HostArrayView& array, std::string_view name) {
  const std::string descr = FormatDescr(array.element());
  if (descr.empty()) {
    backend::ThrowError(ErrorCode::NotSupported, "write npy", std::string(name),
                        Concat("NumPy has no type for ", ToString(array.element())));
  }
  const std::string dictionary =
      Concat("{'descr': ", descr, ", 'fortran_order': ", array.order == Order::F ? "True" : "False",
             ", 'shape': ", ToString(array.shape), ", }");
  // Version 1 counts the header in 16 bits.
  const auto padded_size = [&](std::size_t prefix) {
    const std::size_t size = prefix + dictionary.size() + 1;
    return (size + kHeaderAlignment - 1) / kHeaderAlignment * kHeaderAlignment;
  };
  const bool short_length = padded_size(kMagicSize + 4) - (kMagicSize + 4) <= 0xFFFF;
  const std::size_t length_size = short_length ? 2 : 4;
  const std::size_t prefix = kMagicSize + 2 + length_size;
  std::vector<std::byte> header(padded_size(prefix), std::byte{' '});
  std::memcpy(header.data(), kMagic, kMagicSize);
  header[kMagicSize] = short_length ? std::byte{1} : std::byte{2};
  header[kMagicSize + 1] = std::byte{0};
  const std::size_t length = header.size() - prefix;
  for (std::size_t i = 0; i < length_size; ++i) {
    header[kMagicSize + 2 + i] = static_cast<std::byte>(length >> (8 * i));
  }
  std::memcpy(header.data() + prefix, dictionary.data(), dictionary.size());
  header.back() = std::byte{'\n'};
  return header;
}

std::span<const std::byte> Elements(const HostArrayView& array) {
  const auto count = static_cast<std::size_t>(ElementCount(array.shape));
  return {array.data, count * array.element().size()};
}

}  // namespace npy

std::vector<std::byte> FormatNpy(const HostArrayView& array) {
  std::vector<std::byte> bytes = npy::FormatHeader(array, "array");
  const std::span<const std::byte> elements = npy::Elements(array);
  bytes.insert(bytes.end(), elements.begin(), elements.end());
  return bytes;
}

void WriteNpy(const std::string& path, const HostArrayView& array) {
  const std::vector<std::byte> header = npy::FormatHeader(array, path);
  const std::array<std::span<const std::byte>, 2> parts = {std::span(header), npy::Elements(array)};
  backend::WriteFile("write", path, parts);
}

}  // namespace kernelc
