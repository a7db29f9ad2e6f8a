#include <zlib.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "runtime/backend/status.h"
#include "runtime/npy/zip.h"
#include "runtime/npy/zip_format.h"

namespace kernelc::npy {
namespace {

constexpr std::uint16_t kVersionPlain = 20;
constexpr std::uint16_t kVersionZip64 = 45;
constexpr std::uint64_t kLimit32 = 0xFFFFFFFF;
// The names are UTF-8.
constexpr std::uint16_t kUtf8Flag = 1 << 11;
// 1980-01-01: the same arrays give the same bytes at any time.
constexpr std::uint32_t kDosEpoch = 0x00210000;

void Put(std::vector<std::byte>* out, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    out->push_back(static_cast<std::byte>(value >> (8 * i)));
  }
}

void PutText(std::vector<std::byte>* out, const std::string& text) {
  for (const char c : text) {
    out->push_back(static_cast<std::byte>(c));
  }
}

std::uint64_t Narrow(std::uint64_t value) { return std::min(value, kLimit32); }

bool HasWideSizes(const ZipMember& member) {
  return member.size >= kLimit32 || member.compressed_size >= kLimit32;
}

// The fields that local header and directory share, from the version on.
void PutCommon(std::vector<std::byte>* out, const ZipMember& member, std::size_t extra_size) {
  Put(out, HasWideSizes(member) ? kVersionZip64 : kVersionPlain, 2);
  Put(out, member.flags, 2);
  Put(out, member.method, 2);
  Put(out, kDosEpoch, 4);
  Put(out, member.crc, 4);
  const bool wide = HasWideSizes(member);
  Put(out, wide ? kLimit32 : member.compressed_size, 4);
  Put(out, wide ? kLimit32 : member.size, 4);
  Put(out, member.name.size(), 2);
  Put(out, extra_size, 2);
}

// Sizes are written whole in both places when one of them is too large, as the format asks of local
// headers.
std::vector<std::byte> Zip64Extra(const ZipMember& member, bool with_offset) {
  std::vector<std::byte> values;
  if (HasWideSizes(member)) {
    Put(&values, member.size, 8);
    Put(&values, member.compressed_size, 8);
  }
  if (with_offset && member.header_offset >= kLimit32) {
    Put(&values, member.header_offset, 8);
  }
  std::vector<std::byte> extra;
  if (!values.empty()) {
    Put(&extra, kZip64ExtraId, 2);
    Put(&extra, values.size(), 2);
    extra.insert(extra.end(), values.begin(), values.end());
  }
  return extra;
}

std::vector<std::byte> Deflate(std::span<const std::span<const std::byte>> parts) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) !=
      Z_OK) {
    backend::ThrowError(ErrorCode::OutOfMemory, "write npz", "zip archive",
                        "no memory for compression");
  }
  std::vector<std::byte> output;
  std::vector<Bytef> buffer(std::size_t{1} << 16);
  const auto pump = [&](int flush) {
    do {
      stream.next_out = buffer.data();
      stream.avail_out = static_cast<uInt>(buffer.size());
      deflate(&stream, flush);
      const auto* const begin = reinterpret_cast<const std::byte*>(buffer.data());
      output.insert(output.end(), begin, begin + (buffer.size() - stream.avail_out));
    } while (stream.avail_out == 0);
  };
  for (std::span<const std::byte> part : parts) {
    while (!part.empty()) {
      const std::size_t step = std::min<std::size_t>(part.size(), std::numeric_limits<uInt>::max());
      stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(part.data()));
      stream.avail_in = static_cast<uInt>(step);
      pump(Z_NO_FLUSH);
      part = part.subspan(step);
    }
  }
  pump(Z_FINISH);
  deflateEnd(&stream);
  return output;
}

}  // namespace

void ZipWriter::Add(const std::string& name, std::span<const std::span<const std::byte>> parts,
                    bool deflate) {
  ZipMember member;
  member.name = name;
  member.flags = kUtf8Flag;
  member.method = deflate ? kMethodDeflated : kMethodStored;
  member.header_offset = bytes_.size();
  uLong crc = 0;
  for (const std::span<const std::byte> part : parts) {
    crc = crc32_z(crc, reinterpret_cast<const Bytef*>(part.data()), part.size());
    member.size += part.size();
  }
  member.crc = static_cast<std::uint32_t>(crc);
  std::vector<std::byte> compressed;
  if (deflate) {
    compressed = Deflate(parts);
  }
  member.compressed_size = deflate ? compressed.size() : member.size;

  const std::vector<std::byte> extra = Zip64Extra(member, false);
  Put(&bytes_, kLocalMark, 4);
  PutCommon(&bytes_, member, extra.size());
  PutText(&bytes_, name);
  bytes_.insert(bytes_.end(), extra.begin(), extra.end());
  if (deflate) {
    bytes_.insert(bytes_.end(), compressed.begin(), compressed.end());
  } else {
    for (const std::span<const std::byte> part : parts) {
      bytes_.insert(bytes_.end(), part.begin(), part.end());
    }
  }
  members_.push_back(std::move(member));
}

std::vector<std::byte> ZipWriter::Finish() {
  const std::uint64_t start = bytes_.size();
  for (const ZipMember& member : members_) {
    const std::vector<std::byte> extra = Zip64Extra(member, true);
    Put(&bytes_, kDirectoryMark, 4);
    Put(&bytes_, kVersionZip64, 2);
    PutCommon(&bytes_, member, extra.size());
    // No comment, first disk, no attributes.
    Put(&bytes_, 0, 8);
    Put(&bytes_, 0, 2);
    Put(&bytes_, Narrow(member.header_offset), 4);
    PutText(&bytes_, member.name);
    bytes_.insert(bytes_.end(), extra.begin(), extra.end());
  }
  const std::uint64_t size = bytes_.size() - start;
  const std::uint64_t count = members_.size();
  if (count >= 0xFFFF || start >= kLimit32 || size >= kLimit32) {
    const std::uint64_t record = bytes_.size();
    Put(&bytes_, kEnd64RecordMark, 4);
    Put(&bytes_, 44, 8);
    Put(&bytes_, kVersionZip64, 2);
    Put(&bytes_, kVersionZip64, 2);
    Put(&bytes_, 0, 8);
    Put(&bytes_, count, 8);
    Put(&bytes_, count, 8);
    Put(&bytes_, size, 8);
    Put(&bytes_, start, 8);
    Put(&bytes_, kEnd64LocatorMark, 4);
    Put(&bytes_, 0, 4);
    Put(&bytes_, record, 8);
    Put(&bytes_, 1, 4);
  }
  const std::uint64_t short_count = std::min<std::uint64_t>(count, 0xFFFF);
  Put(&bytes_, kEndRecordMark, 4);
  Put(&bytes_, 0, 4);
  Put(&bytes_, short_count, 2);
  Put(&bytes_, short_count, 2);
  Put(&bytes_, Narrow(size), 4);
  Put(&bytes_, Narrow(start), 4);
  Put(&bytes_, 0, 2);
  members_.clear();
  return std::exchange(bytes_, {});
}

}  // namespace kernelc::npy
