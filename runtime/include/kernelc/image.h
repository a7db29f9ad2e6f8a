// Kernel images as bytes: what files, caches and embedded arrays hold.
//
// The bytes are the same for the same image on every machine. They start with a magic number, the
// version of the format, the size of the whole and a checksum over all of it; integers are
// little-endian, and nothing in them is an address.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernelc/export.h"
#include "runtime/abi/kernel_image.h"

namespace kernelc {

// Goes up with each change of the format, of the parameter buffer or of how CPU code is called. A
// runtime reads its own version and those before it.
inline constexpr std::uint32_t kImageVersion = 5;
// What `kernelc build --emit image` writes.
inline constexpr std::string_view kImageSuffix = ".kcimage";

KC_RUNTIME_API std::vector<std::byte> WriteImage(const abi::KernelImage& image);

// Whether `bytes` start as an image does; nothing else is looked at.
KC_RUNTIME_API bool IsImage(std::span<const std::byte> bytes) noexcept;

// Copies what it needs. Throws Error{FileFormat} that says what is wrong with `name`: no image at
// all, cut off, damaged, or written by a newer kernelc. Never reads or allocates more than the size
// of `bytes` warrants.
KC_RUNTIME_API std::shared_ptr<const abi::KernelImage> ReadImage(std::span<const std::byte> bytes,
                                                                 std::string_view name = "image");
// The same without exceptions: null with the reason in `*why`.
KC_RUNTIME_API std::shared_ptr<const abi::KernelImage> TryReadImage(
    std::span<const std::byte> bytes, std::string* why);

// Reads the file `path`. Throws Error{FileAccess} and what ReadImage() throws.
KC_RUNTIME_API std::shared_ptr<const abi::KernelImage> ReadImageFile(const std::string& path);

// A checksum of 128 bits, the same on every machine. Any change within 8 bytes gives another one;
// it is no defence against bytes that were made to collide.
struct Checksum {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend bool operator==(const Checksum&, const Checksum&) = default;
};
KC_RUNTIME_API Checksum ChecksumOf(std::span<const std::byte> bytes) noexcept;

}  // namespace kernelc
