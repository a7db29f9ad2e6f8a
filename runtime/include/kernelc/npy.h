// NumPy's .npy (versions 1 to 3) and .npz (stored and deflated) files.
//
// Readers take every element type of scalar_types.def that NumPy has, records of these (nested, with
// array fields), strings of fixed width, C and F order, either byte order (converted to the
// machine's). Records are aligned where their fields allow it. Malformed files are Error{FileFormat} naming the file and
// what is wrong; a file that cannot be opened is Error{FileAccess}; element types that kernels do
// not have are Error{NotSupported}.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernelc/export.h"
#include "kernelc/host_array.h"

namespace kernelc {

struct NpzEntry {
  // Without the ".npy" that the archive's member has.
  std::string name;
  HostArray array;
};

enum class NpzCompression : std::uint8_t { Stored, Deflated };

KC_RUNTIME_API HostArray ReadNpy(const std::string& path);
// `name` stands for the file in messages.
KC_RUNTIME_API HostArray ParseNpy(std::span<const std::byte> bytes, std::string_view name);

// Every array of the archive, in its order.
KC_RUNTIME_API std::vector<NpzEntry> ReadNpz(const std::string& path);
// One array; Error{NotFound} with the names that the archive has.
KC_RUNTIME_API HostArray ReadNpz(const std::string& path, std::string_view array_name);
KC_RUNTIME_API std::vector<NpzEntry> ParseNpz(std::span<const std::byte> bytes,
                                              std::string_view name);

// Version 1.0 (2.0 when the header needs it), as NumPy writes it. A type that NumPy has not
// (bfloat16) is Error{NotSupported}. The file is replaced only when all of it could be written.
KC_RUNTIME_API void WriteNpy(const std::string& path, const HostArrayView& array);
KC_RUNTIME_API std::vector<std::byte> FormatNpy(const HostArrayView& array);

struct NpzMember {
  std::string name;
  HostArrayView array;
};
KC_RUNTIME_API void WriteNpz(const std::string& path, std::span<const NpzMember> members,
                             NpzCompression compression = NpzCompression::Deflated);

}  // namespace kernelc
