#include <zlib.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "runtime/backend/status.h"
#include "runtime/backend/text.h"
#include "runtime/npy/zip.h"
#include "runtime/npy/zip_format.h"

namespace kernelc::npy {
namespace {

using backend::Concat;

[[noreturn]] void ThrowFormat(std::string_view file, std::string message) {
  backend::ThrowError(ErrorCode::FileFormat, "read npz", std::string(file), std::move(message));
}

// Reads little-endian fields one after the other, never beyond the end.
class Reader {
 public:
  Reader(std::span<const std::byte> bytes, std::uint64_t offset, std::string_view file)
      : bytes_(bytes), file_(file) {
    if (offset > bytes.size()) {
      ThrowFormat(file, Concat("the archive refers to byte ", offset, " of ", bytes.size()));
    }
    bytes_ = bytes.subspan(static_cast<std::size_t>(offset));
  }
  std::uint64_t Number(std::size_t size) {
    const std::span<const std::byte> field = Bytes(size);
    std::uint64_t value = 0;
    for (std::size_t i = size; i-- > 0;) {
      value = value << 8 | std::to_integer<std::uint64_t>(field[i]);
    }
    return value;
  }
  std::uint16_t U16() { return static_cast<std::uint16_t>(Number(2)); }
  std::uint32_t U32() { return static_cast<std::uint32_t>(Number(4)); }
  std::uint64_t U64() { return Number(8); }
  std::span<const std::byte> Bytes(std::size_t size) {
    if (size > bytes_.size()) {
      ThrowFormat(file_, "the file is truncated: the archive ends inside a record");
    }
    const std::span<const std::byte> field = bytes_.first(size);
    bytes_ = bytes_.subspan(size);
    return field;
  }
  std::size_t left() const { return bytes_.size(); }

 private:
  std::span<const std::byte> bytes_;
  std::string_view file_;
};

struct Directory {
  std::uint64_t offset = 0;
  std::uint64_t count = 0;
};

// The end record is the last in the file, before a comment of at most 65535 bytes.
std::size_t FindEndRecord(std::span<const std::byte> archive, std::string_view file) {
  constexpr std::size_t kMaxDistance = kEndRecordSize + 65535;
  const std::size_t lowest = archive.size() > kMaxDistance ? archive.size() - kMaxDistance : 0;
  for (std::size_t at = archive.size() < kEndRecordSize ? 0 : archive.size() - kEndRecordSize + 1;
       at-- > lowest;) {
    if (Reader(archive, at, file).U32() == kEndRecordMark) {
      return at;
    }
  }
  const bool begins = archive.size() >= 4 && Reader(archive, 0, file).U32() == kLocalMark;
  ThrowFormat(file, archive.empty() ? "the file is empty"
                    : begins
                        ? "the file is truncated: the end record of a zip archive is missing"
                        : "this is not an npz file: the end record of a zip archive is missing");
}

Directory FindDirectory(std::span<const std::byte> archive, std::string_view file) {
  const std::size_t end = FindEndRecord(archive, file);
  Reader reader(archive, end, file);
  reader.Bytes(10);
  Directory directory;
  directory.count = reader.U16();
  reader.Bytes(4);
  directory.offset = reader.U32();
  const bool needs_64 = directory.count == 0xFFFF || directory.offset == 0xFFFFFFFF;
  if (!needs_64 || end < kEnd64LocatorSize) {
    return directory;
  }
  Reader locator(archive, end - kEnd64LocatorSize, file);
  if (locator.U32() != kEnd64LocatorMark) {
    return directory;
  }
  locator.Bytes(4);
  Reader record(archive, locator.U64(), file);
  if (record.U32() != kEnd64RecordMark) {
    ThrowFormat(file, "the 64-bit end record is not where the archive says");
  }
  record.Bytes(28);
  directory.count = record.U64();
  record.Bytes(8);
  directory.offset = record.U64();
  return directory;
}

// Sizes that do not fit 32 bits stand in an extra field, in this order, only those that did not
// fit.
void ReadZip64Extra(std::span<const std::byte> extra, ZipMember* member, std::string_view file) {
  Reader reader(extra, 0, file);
  while (reader.left() >= 4) {
    const std::uint16_t id = reader.U16();
    const std::span<const std::byte> field = reader.Bytes(reader.U16());
    if (id != kZip64ExtraId) {
      continue;
    }
    Reader values(field, 0, file);
    for (std::uint64_t* value : {&member->size, &member->compressed_size, &member->header_offset}) {
      if (*value == 0xFFFFFFFF) {
        *value = values.U64();
      }
    }
  }
}

std::vector<std::byte> Inflate(std::span<const std::byte> input, const ZipMember& member,
                               std::string_view file) {
  // Deflate cannot do better than this; a larger size is a lie that would cost memory.
  constexpr std::uint64_t kMaxRatio = 1032;
  if (member.size / kMaxRatio > input.size() + 64) {
    ThrowFormat(file, Concat("member `", member.name, "` claims ", member.size, " bytes from ",
                             input.size(), " compressed ones"));
  }
  std::vector<std::byte> output(static_cast<std::size_t>(member.size));
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) {
    backend::ThrowError(ErrorCode::OutOfMemory, "read npz", std::string(file),
                        "no memory for decompression");
  }
  constexpr std::size_t kStep = std::numeric_limits<uInt>::max();
  std::size_t consumed = 0;
  std::size_t produced = 0;
  int result = Z_OK;
  while (result == Z_OK) {
    // zlib takes a pointer to data that it does not change.
    stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(input.data() + consumed));
    stream.avail_in = static_cast<uInt>(std::min(kStep, input.size() - consumed));
    stream.next_out = reinterpret_cast<Bytef*>(output.data() + produced);
    stream.avail_out = static_cast<uInt>(std::min(kStep, output.size() - produced));
    const uInt offered_in = stream.avail_in;
    const uInt offered_out = stream.avail_out;
    result = inflate(&stream, Z_NO_FLUSH);
    consumed += offered_in - stream.avail_in;
    produced += offered_out - stream.avail_out;
  }
  inflateEnd(&stream);
  if (result != Z_STREAM_END || produced != output.size()) {
    ThrowFormat(file, Concat("the compressed data of member `", member.name, "` is damaged"));
  }
  return output;
}

std::uint32_t Crc(std::span<const std::byte> bytes) {
  return static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

}  // namespace

std::vector<ZipMember> ReadZipDirectory(std::span<const std::byte> archive, std::string_view file) {
  const Directory directory = FindDirectory(archive, file);
  Reader reader(archive, directory.offset, file);
  std::vector<ZipMember> members;
  for (std::uint64_t i = 0; i < directory.count; ++i) {
    if (reader.U32() != kDirectoryMark) {
      ThrowFormat(file, Concat("entry ", i, " of the archive's directory is damaged"));
    }
    ZipMember member;
    reader.Bytes(4);
    member.flags = reader.U16();
    member.method = reader.U16();
    reader.Bytes(4);
    member.crc = reader.U32();
    member.compressed_size = reader.U32();
    member.size = reader.U32();
    const std::uint16_t name_size = reader.U16();
    const std::uint16_t extra_size = reader.U16();
    const std::uint16_t comment_size = reader.U16();
    reader.Bytes(8);
    member.header_offset = reader.U32();
    const std::span<const std::byte> name = reader.Bytes(name_size);
    member.name.assign(reinterpret_cast<const char*>(name.data()), name.size());
    ReadZip64Extra(reader.Bytes(extra_size), &member, file);
    reader.Bytes(comment_size);
    members.push_back(std::move(member));
  }
  return members;
}

std::vector<std::byte> ReadZipMember(std::span<const std::byte> archive, const ZipMember& member,
                                     std::string_view file) {
  constexpr std::uint16_t kEncrypted = 1;
  if ((member.flags & kEncrypted) != 0 ||
      (member.method != kMethodStored && member.method != kMethodDeflated)) {
    backend::ThrowError(
        ErrorCode::NotSupported, "read npz", std::string(file),
        (member.flags & kEncrypted) != 0
            ? Concat("member `", member.name, "` is encrypted")
            : Concat("member `", member.name, "` has compression method ", member.method,
                     ", only 0 (stored) and 8 (deflated) can be read"));
  }
  Reader reader(archive, member.header_offset, file);
  if (reader.U32() != kLocalMark) {
    ThrowFormat(file, Concat("member `", member.name, "` is not where the directory says"));
  }
  reader.Bytes(22);
  const std::uint16_t name_size = reader.U16();
  const std::uint16_t extra_size = reader.U16();
  reader.Bytes(name_size);
  reader.Bytes(extra_size);
  if (member.compressed_size > reader.left()) {
    ThrowFormat(file, Concat("member `", member.name, "` should have ", member.compressed_size,
                             " bytes, the file has ", reader.left(), " more"));
  }
  const std::span<const std::byte> raw =
      reader.Bytes(static_cast<std::size_t>(member.compressed_size));
  std::vector<std::byte> contents;
  if (member.method == kMethodStored) {
    contents.assign(raw.begin(), raw.end());
  } else {
    contents = Inflate(raw, member, file);
  }
  if (contents.size() != member.size || Crc(contents) != member.crc) {
    ThrowFormat(file, Concat("member `", member.name, "` does not match its checksum"));
  }
  return contents;
}

}  // namespace kernelc::npy
